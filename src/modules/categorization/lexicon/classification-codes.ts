import { prefixes } from "./prefixes.ts";

/**
 * Prefixes of the Common Procurement Vocabulary (Regulation (EC) No 213/2008: divisions 2, groups 3, classes 4 and
 * categories 5 digits) and of UNSPSC (segments 2, families 4, classes 6 digits) with the category that most of what lies
 * below them belongs to; the longest prefix wins. A prefix without category ("-") hides a shorter one that would mislead.
 */
export const CPV = prefixes(`
  purchases.materials.agricultural 031 0321 034 0344 0345 0333 0334 0315 0316 244 157 1571
  purchases.food.canteen 0322 0314 032 15 151 153 154 155 156 158 159
  purchases.materials.fish 033 152
  purchases.materials.wood 0341 0342 0343 4419 1943
  energy.stationary.wood_pellets 09111400
  energy.stationary.coal 0911
  energy.stationary.natural_gas 0912 652
  energy.stationary.lpg 09122 09133
  transport.own.petrol 09132
  transport.own.diesel 09134
  energy.stationary.heating_oil 09135
  transport.own.jet 09131
  purchases.materials.chemicals 092 242 243 249 398 3983 2481 4481
  energy.electricity.grid_dk 0931 653
  energy.heat.district_heating 0932
  energy.electricity.own_generation 09330 09331
  purchases.materials.asphalt 142 441 44113
  purchases.materials.steel_metals 146 147 4433 4416
  purchases.materials.aluminium 14721 147210
  purchases.materials.glass 148 14820 44111510
  purchases.materials.textiles 18 181 182 183 184 188 192 191 3956 395
  purchases.materials.plastic 195 1952 196 4417
  purchases.services.media 221 222 223 224
  purchases.goods.office_supplies 225 226 228 301 3019 798
  purchases.materials.paper 229 2299 3376
  purchases.goods.small_it 302 3023 3024 322 323 3233 3255
  capital.goods.it 3021 3022 3025 3026 3027 325
  purchases.goods.electrical 311 312 313 314 315 316 317 397 3971 32
  purchases.materials.pharma 336 337 3314 331
  capital.goods.vehicles 341 342 3411 3413 3414 344
  purchases.goods.spare_parts 343 349
  capital.goods.machinery 16 161 167 42 43 426 385 431
  capital.goods.furniture 391 392 3915 37
  purchases.materials.metal_goods 445 4453 443 4431 446
  purchases.materials.concrete 44111200 44114
  purchases.materials.bricks 44111100
  purchases.materials.insulation 441115
  purchases.materials.cardboard 44617 4461 18938
  capital.goods.buildings 45 451 452 453 454
  purchases.services.it_services 48 72
  purchases.services.car_repair 501
  purchases.services.repair 502 503 504 505 506 507 508 51
  transport.travel.hotel 551 552
  purchases.food.restaurant 553 5540 554 555 5552
  purchases.food.canteen 5551
  transport.upstream.road 601 6018 6016
  transport.travel.taxi 60120
  transport.travel.bus 60112 60140 60172 60130
  transport.travel.rental_car 6017
  transport.upstream.courier 60160 60161
  transport.travel.rail 6021 602
  transport.upstream.rail 60220
  transport.travel.air_short 604
  transport.travel.ferry 606 6061
  transport.upstream.sea 6062 60640
  transport.upstream.warehousing 631
  transport.travel.agency 635 6351
  purchases.services.other_services 637 633 98 983 985 7926 92 85 75
  transport.upstream.courier 641
  purchases.services.telecom 642
  purchases.water.supply 651 4111 411
  purchases.services.bank 661
  purchases.services.insurance 665 6651
  purchases.services.consulting 66 667
  purchases.services.rent 70 701 702 703
  purchases.services.engineering 71 712 713 714 715 717 718 719
  purchases.services.research 716 73
  purchases.services.consulting 791 792 794 7932
  purchases.services.marketing 793 799 7934 7996
  purchases.services.staffing 796
  purchases.services.cleaning 797 909 77 773 7731 9091
  purchases.services.marketing 7995 7996
  purchases.services.training 80
  waste.operations.wastewater 904
  waste.operations.residual_incineration 905 9051
  waste.operations.hazardous 9052
  purchases.services.cleaning 906 907
  purchases.services.memberships 981
  -  60 63 64 65 79 90 44
`);

export const UNSPSC = prefixes(`
  purchases.materials.agricultural 10
  purchases.materials.chemicals 12 4713 1512
  purchases.materials.textiles 1116 53 4618
  purchases.materials.asphalt 1111
  purchases.materials.steel_metals 1110 3010 3026
  purchases.materials.plastic 13
  purchases.materials.paper 1411
  purchases.materials.cardboard 2411 1412
  transport.own.diesel 151015
  energy.stationary.natural_gas 151115 831016
  energy.stationary.lpg 151115
  energy.stationary.coal 1511
  capital.goods.machinery 20 21 22 23 2410 2510
  capital.goods.vehicles 2510
  purchases.goods.spare_parts 2517 4014 4015 4016 3117
  purchases.goods.electrical 26 32 39 5214 5216
  purchases.materials.metal_goods 27 3116 3124
  purchases.materials.concrete 3011 3013
  purchases.materials.insulation 3014
  purchases.materials.wood 3012 1112 3016
  purchases.materials.glass 3017
  purchases.services.research 8110 8115
  purchases.materials.pharma 42 51
  purchases.goods.small_it 4319 4320 4321 4322
  purchases.services.it_services 4323 8111 8116
  purchases.goods.office_supplies 44 8212 1410 6010
  purchases.food.canteen 50
  purchases.materials.fish 5012
  capital.goods.furniture 56
  purchases.services.media 55
  purchases.services.repair 7210 7310 7315
  capital.goods.buildings 7211 7212 7213 7214 7215 95
  purchases.services.cleaning 7611 9212 9210 7210
  waste.operations.residual_incineration 7612
  waste.operations.hazardous 761219
  transport.upstream.air 781015
  transport.upstream.rail 781016
  transport.upstream.sea 781017
  transport.upstream.road 7810 781018
  transport.upstream.courier 781022
  transport.travel.air_short 781115
  transport.travel.rail 781116
  transport.travel.ferry 781117
  transport.travel.taxi 781118
  transport.upstream.warehousing 7813 7814
  purchases.services.car_repair 7818
  purchases.services.consulting 8010 8012 8016 8411
  purchases.services.staffing 8011
  purchases.services.rent 8013
  purchases.services.marketing 8014 8210 8211
  purchases.services.engineering 8110
  purchases.water.supply 831015
  energy.electricity.grid_dk 831018
  purchases.services.telecom 8311
  purchases.services.bank 8412
  purchases.services.insurance 8413
  purchases.services.training 86
  purchases.food.restaurant 9010
  transport.travel.hotel 9011
  transport.travel.agency 9012
  purchases.services.memberships 94
`);
