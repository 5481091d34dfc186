import type { PriceArea } from "../../../core/gsrn.ts";

/**
 * Danish municipalities, towns and islands by the side of the Great Belt on which they lie, folded (text.ts). Names that are ordinary words as well
 * ("vejen", "give", "hals", "tune", "fur", "ry", "lem") are left out, and so are names that both sides have.
 */
export const DANISH_PLACES: Readonly<Record<PriceArea, readonly string[]>> = {
  DK1: (
    "aabenraa aabybro aalborg aalestrup aars aarup aarhus assens auning augustenborg billund bjerringbro blokhus bogense braedstrup brande broager broenderslev bramming " +
    "ebeltoft egtved esbjerg faaborg fanoe favrskov fjerritslev fredericia frederikshavn galten gram graasten grenaa grindsted haderslev hadsten hadsund hammel hammerum " +
    "hanstholm hedensted herning hinnerup hirtshals hjallerup hjoerring hobro holstebro horsens hornslet hurup ikast jammerbugt jelling juelsminde jylland kerteminde kjellerup " +
    "kolding langaa langeland laesoe lemvig loegumkloster loegstoer loekken loesning lystrup mariager middelfart mors morsoe munkebo nibe norddjurs nordborg nordfyn nordjylland noerresundby nyborg " +
    "odder odense oelgod otterup padborg pandrup randers rebild ribe ringe ringkoebing rudkoebing roedding roedekro samsoe silkeborg sindal skagen skanderborg skive skjern skoerping soenderborg soenderjylland " +
    "stoevring struer svendborg syddjurs sydjylland taulov tarm thisted thyboroen toender toerring ulfborg vamdrup varde vejle vestjylland viborg vildbjerg vinderup vodskov vojens vorbasse aeroe aeroeskoebing fyn oestjylland"
  ).split(" "),
  DK2: (
    "albertslund alleroed amager ballerup birkeroed bjaeverskov bornholm borup broendby dragoer dyssegaard espergaerde fakse faxe frederiksberg frederikssund frederiksvaerk fredensborg fuglebjerg furesoe " +
    "gedser gentofte gilleleje gladsaxe glostrup greve gribskov haarlev halsnaes haslev hedehusene hellerup helsinge helsingoer herlev herstedoester hilleroed hoersholm holbaek holmegaard hvidovre hundested ishoej jyderup jaegerspris " +
    "kalundborg kastrup koebenhavn koege kokkedal korsoer lejre lolland lyngby maribo moen naestved nakskov nexoe nivaa nordhavn nordsjaelland odsherred oelstykke praestoe ringsted roedby roedbyhavn roedovre roenne roskilde rungsted " +
    "sakskoebing sjaelland skaelskoer skibby slagelse slangerup smoerum solroed soroe stege stenloese stevns sydhavnen taastrup toelloese vallensbaek vanloese vaerloese vesterbro vordingborg falster"
  ).split(" "),
};
