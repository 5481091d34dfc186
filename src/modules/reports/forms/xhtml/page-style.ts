/**
 * The page's own style: nothing is loaded from elsewhere. Tagged figures have a fine line below them on the screen. Texts of
 * people are kept apart from their surroundings, so that one that is written from right to left turns nothing else.
 */
export const PAGE_STYLE = `@namespace ix "http://www.xbrl.org/2013/inlineXBRL";
@page{size:A4;margin:18mm 16mm}
body{margin:0;background:#eef2ef;color:#17221c;font:15px/1.5 Inter,"Segoe UI",system-ui,sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
#report{max-width:52rem;margin:0 auto;background:#fff}
.cover{background:#0f3d2a;color:#fff;padding:7rem 4rem 3.5rem}
.cover .product{margin:0 0 5rem;font-weight:600;letter-spacing:.02em;color:#b9dcc8}
.cover h1{margin:0 0 .6rem;font-size:2.6rem;line-height:1.15;letter-spacing:-.015em;overflow-wrap:anywhere}
.cover .company{margin:0 0 .3rem;font-size:1.4rem;overflow-wrap:anywhere}
.cover .standard{margin:0 0 4rem;color:#b9dcc8}
.cover table{width:auto;margin:0;border:0}.cover th,.cover td{border:0;padding:.15rem 2rem .15rem 0;color:#fff;background:none;font-size:.9rem}.cover th{color:#b9dcc8;font-weight:400}
.contents{padding:3rem 4rem 1rem}.contents ol{margin:0;padding:0;list-style:none}.contents li{margin:.3rem 0}
.contents li li{margin:.1rem 0 .1rem 1.5rem;padding-left:3.2rem;font-size:.9rem;text-indent:-3.2rem}.contents a{color:#17221c;text-decoration:none}.contents .number{display:inline-block;min-width:3.2rem;text-indent:0;color:#55645b}
.chapter{padding:2rem 4rem 1rem}
h2,h3{overflow-wrap:anywhere}
h2{margin:1.5rem 0 1.2rem;font-size:1.7rem;line-height:1.2;letter-spacing:-.01em;color:#0f3d2a}
h3{margin:2rem 0 .6rem;font-size:1.1rem;line-height:1.3;page-break-after:avoid}
.disclosure h3 .number{color:#2f8a5f;margin-right:.4rem}
.status{margin-left:.5rem;padding:.1rem .55rem;border:1px solid #d5ded9;border-radius:1rem;font-size:.72rem;font-weight:500;color:#55645b;white-space:nowrap}
.status.missing_input{border-color:#b4530a;color:#8a3f08}
p,li{overflow-wrap:anywhere}p{margin:.6rem 0}p.soft{color:#55645b}p.lead{font-size:1.15rem;line-height:1.5}p.note{color:#55645b;font-size:.85rem}
.tiles{display:flex;flex-wrap:wrap;margin:1.2rem -.4rem}.tile{box-sizing:border-box;flex:1 1 8.5rem;margin:.4rem;padding:.9rem 1rem;border-top:3px solid #2f8a5f;background:#f4f7f5}
.tile p{margin:0}.tile .label{font-size:.8rem;color:#55645b}.tile .figure{font-size:1.5rem;font-weight:650;letter-spacing:-.01em}.tile .unit{font-size:.8rem;font-weight:400;color:#55645b}.tile .note{font-size:.75rem}
.chart{margin:1.6rem 0;page-break-inside:avoid}.chart-title{margin:0 0 .4rem;font-weight:600}.chart img{width:100%;height:auto}
.wide td,.wide th{min-width:3em}
table{width:100%;margin:.6rem 0 1.2rem;border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .8rem .4rem 0;border-bottom:1px solid #d5ded9;text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead{display:table-header-group}thead th{border-bottom:1.5px solid #17221c;font-size:.75rem;font-weight:600;color:#55645b;overflow-wrap:normal}
tr{page-break-inside:avoid}th.right,td.right{text-align:right;white-space:nowrap}td:last-child,th:last-child{padding-right:0}
tr.total td{border-top:1.5px solid #17221c;font-weight:650}tr.group th{padding-top:1rem;font-weight:650}
.small{font-size:.8rem}.detail,.basis,.period,.code{font-size:.75rem;color:#55645b}.code{font-family:ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
.facts{table-layout:fixed}.facts .c1{width:54%}.facts .c2{width:19%}.facts .c3{width:13%}.facts .c4{width:14%}.label{unicode-bidi:isolate}.answer,.narrative{unicode-bidi:isolate;white-space:pre-wrap}.narrative{margin:.25rem 0 .3rem;max-width:42rem}
.facts td.answer,.grid td.answer{text-align:right}.grid td.right{white-space:nowrap}
.definitions th{width:36%;font-weight:500;color:#55645b}.definitions td{unicode-bidi:isolate}
.gaps{margin:.6rem 0 1.4rem;padding:.7rem 1rem;border-left:3px solid #b4530a;background:#fdf6f0;font-size:.85rem}.gaps .label{margin:0;font-weight:600}.gaps ul{margin:.2rem 0;padding-left:1.1rem}
.colophon{padding:1rem 4rem 4rem;font-size:.75rem;color:#55645b}
@media screen{ix|nonFraction,ix|nonNumeric{border-bottom:1px dotted #5f9a7d}.narrative ix|nonNumeric{border-bottom:0}}
.wide{overflow-x:auto}
@media screen and (max-width:40rem){.facts,.facts tbody,.facts tr,.facts td,.facts th{display:block}.facts thead{display:none}.facts tr{padding:.5rem 0;border-bottom:1px solid #d5ded9}.facts td,.facts td.answer{padding:0;border:0;text-align:left}.facts td.right,.facts td.unit{display:inline;padding-right:.4rem;font-weight:600}.cover,.contents,.chapter,.colophon{padding-left:1.2rem;padding-right:1.2rem}.cover{padding-top:3rem}.cover .product{margin-bottom:3rem}}
@media print{.wide{overflow:visible}body{background:none;font-size:10pt}#report{max-width:none}.contents,.chapter,.colophon{padding-left:0;padding-right:0}.cover{min-height:20cm;page-break-after:always}.apart{page-break-before:always}}`;
