/**
 * Hosts, as they stand in a URL, behind which no public server is: every block of the IANA special-purpose registries at
 * its edges, and the spellings that URL parsers accept.
 */
export const REFUSED_HOSTS: readonly string[] = [
  // This host and loopback, in every spelling.
  `127.0.0.1 127.0.0.2 127.1 127.0.1 127.255.255.255 2130706433 017700000001 0x7f000001 0x7f.0.0.1 0x7F.1 0177.0.0.1
  0177.0.0.01 127.0.0.1. 127.0.0.0x1 %31%32%37.0.0.1 127%2e0%2e0%2e1 ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 0 00 0x0 0.0.0.0
  0.1.2.3 0.255.255.255 [::] [::1] [::0001] [0:0:0:0:0:0:0:1] [0000::0001] [::0.0.0.1]`,
  // IPv4 inside IPv6: mapped, compatible, SIIT, NAT64, local NAT64, 6to4, Teredo.
  `[::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1]
  [::ffff:0:7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:7f00:1::1]
  [2001:0:7f00:1::] [2001:0:4136:e378:8000:63bf:80ff:fffe] [::ffff:10.0.0.1] [::ffff:a00:1] [::10.0.0.1] [64:ff9b::a00:1]
  [2002:a00:1::] [::ffff:192.168.0.1] [::ffff:c0a8:1] [::192.168.0.1] [64:ff9b::c0a8:1] [2002:c0a8:1::]
  [::ffff:172.16.0.1] [::ffff:ac10:1] [2002:ac10:1::1] [::ffff:100.64.0.1] [::ffff:0.0.0.0] [::ffff:169.254.169.254]
  [::ffff:a9fe:a9fe] [::169.254.169.254] [64:ff9b::169.254.169.254] [2002:a9fe:a9fe::1] [::ffff:168.63.129.16]
  [::ffff:8.8.8.8] [::8.8.8.8] [64:ff9b::8.8.8.8]`,
  // Private networks.
  `10.0.0.0 10.0.0.1 10.1 10.255.255.255 167772161 0x0a000001 012.0.0.1 172.16.0.0 172.16.0.1 172.31.255.255 2886729729
  0xac.0x10.1 192.168.0.0 192.168.0.1 192.168.255.255 3232235521 0xc0a80001 0300.0250.0.1 192.168.257 100.64.0.0
  100.127.255.255`,
  // Link-local, and metadata services wherever they are.
  `169.254.0.0 169.254.169.254 169.254.170.2 169.254.255.255 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518
  168.63.129.16 2822734096 0xa83f8110 100.100.100.200 192.0.0.192 [fd00:ec2::254] [fd20:ce::254] [fe80::1]
  [fe80::a9fe:a9fe] [febf:ffff::1]`,
  // Protocol assignments, documentation, relays, benchmarks.
  `192.0.0.0 192.0.0.8 192.0.0.170 192.0.0.255 192.0.2.0 192.0.2.1 192.0.2.255 192.31.196.1 192.52.193.1 192.88.99.1
  192.175.48.1 198.18.0.0 198.18.0.1 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255`,
  // Names of clusters, containers and networks.
  `kubernetes.default.svc api.default.svc.cluster.local vault.service.consul web.docker db.internal printer.local
  foo.localhost router.home.arpa 1.0.0.127.in-addr.arpa node.k8s nas.localnet host.workgroup a.intra`,
  // Multicast, reserved, broadcast.
  `224.0.0.0 224.0.0.1 239.255.255.255 240.0.0.0 250.1.2.3 255.255.255.254 255.255.255.255 4294967295 0xffffffff [ff00::]
  [ff02::1] [ff0e::1]`,
  // IPv6: unique local, site-local, documentation, everything special in 2000::/3, everything outside of it.
  `[fc00::] [fc00::1] [fd00::1] [fdff:ffff::1] [fec0::1] [feff::1] [100::1] [100:0:0:1::1] [2001::] [2001::1] [2001:1::1]
  [2001:2::1] [2001:3::1] [2001:4:112::1] [2001:10::1] [2001:20::1] [2001:30::1] [2001:1ff:ffff::1] [2001:db8::]
  [2001:db8::1] [2001:db8:ffff::1] [2002::1] [2002:808:808::1] [2620:4f:8000::1] [3fff::1] [3fff:fff::1] [5f00::1] [1::1]
  [::2] [1fff:ffff::1] [4000::1] [6000::1] [8000::1] [c000::1] [e000::1] [64:ff9a::1]`,
].flatMap(words);

/** Answers of name servers, one of whose addresses leads inside. */
export const REFUSED_ANSWERS: readonly (readonly string[])[] = [
  "127.0.0.1",
  "0.0.0.0",
  "10.0.0.5",
  "172.20.0.5",
  "192.168.1.5",
  "100.64.1.1",
  "169.254.169.254",
  "168.63.129.16",
  "224.0.0.251",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fd00::5",
  "::ffff:127.0.0.1",
  "::ffff:a9fe:a9fe",
  "64:ff9b::a9fe:a9fe",
  "2002:7f00:1::",
  "2001:db8::5",
  "ff02::1",
  "93.184.215.14 10.0.0.5",
  "10.0.0.5 93.184.215.14",
  "93.184.215.14 2606:2800:21f::1 127.0.0.1",
  "93.184.215.14 ::1",
  "2606:2800:21f::1 169.254.169.254",
  "93.184.215.14 93.184.215.15 93.184.215.16 192.168.0.9",
].map(words);

const LABEL_OF_64 = "a".repeat(64);
const OTHER_PORTS = words("0 22 25 80 143 1433 1521 3306 5432 5984 6379 9042 9200 11211 27017");
const PRIVATE_NAMES = words(`localhost LOCALHOST localhost. api.localhost x.localdomain intranet printer.local
  metadata.google.internal host.docker.internal. db.corp nas.home router.home.arpa pc.lan x.onion x.invalid x.test x.alt`);
const NO_NAMES = words(`a..example.com -.example.com *.example.com example.com!.net ${LABEL_OF_64}.example.com
  ${"abcdefg.".repeat(40)}com`);

/** URLs that are refused for another reason than an address. */
export const REFUSED_FORMS: readonly string[] = [
  // No encryption, another scheme, none.
  ...words(`http://hooks.example.com/ HTTP://hooks.example.com/ http://93.184.215.14/ ftp://hooks.example.com/
    file:///etc/passwd gopher://hooks.example.com/ data:text/plain,x ws://hooks.example.com/ wss://hooks.example.com/
    unix:/var/run/docker.sock //hooks.example.com/ hooks.example.com/x https:hooks.example.com https:/hooks.example.com
    https:///hooks.example.com https:// https://?x`),
  "",
  // Credentials, fragments, what parsers disagree about.
  ...words(`https://user@hooks.example.com/ https://user:pass@hooks.example.com/ https://:pass@hooks.example.com/
    https://hooks.example.com@127.0.0.1/ https://hooks.example.com/#x https://hooks.example.com\\@127.0.0.1/
    https:\\\\hooks.example.com/ https://hooks.example.com:99999/`),
  "https://hooks.example.com/a b",
  " https://hooks.example.com/",
  "https://hooks.exa\tmple.com/",
  "https://hooks.example.com/\r\nHost: x",
  "https://hooks.example.com/\u0000",
  "https://hooks.example.com/\u0085",
  "https://hooks.example.com/\u00A0x",
  ...OTHER_PORTS.map((port) => `https://hooks.example.com:${port}/`),
  ...[...PRIVATE_NAMES, ...NO_NAMES].map((name) => `https://${name}/`),
  `https://hooks.example.com/${"x".repeat(2048)}`,
];

/** Hosts of the public internet next to refused blocks, and ordinary ones. */
export const PUBLIC_HOSTS: readonly string[] = words(`1.0.0.0 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0
  126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0
  192.0.3.0 192.88.98.255 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 203.0.114.0 223.255.255.255
  134744072 0x08080808 8.8.2056 [2000::1] [2001:200::1] [2001:4860:4860::8888] [2003::1] [2606:2800:21f::1]
  [2a00:1450::1] [3ffe::1] hooks.example.com HOOKS.example.COM hooks.example.com. my_hooks.example.com münchen.de`);

function words(text: string): string[] {
  return text.split(/[ \n]+/);
}
