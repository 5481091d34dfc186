import { prefixes } from "./prefixes.ts";

/**
 * What companies of a branch mostly sell to other companies, by prefix of their NACE class; the longest prefix wins. Read
 * so that Rev. 2 (DB07) and Rev. 2.1 (DB25) agree: prefixes that mean different trades in the two are left out, as are
 * branches that sell everything (most of trade).
 */
export const BRANCHES = prefixes(`
  purchases.materials.agricultural 011 012 013 014 015
  purchases.materials.fish 03 1020
  purchases.materials.wood 02 16
  purchases.food.canteen 10 11 4711
  purchases.materials.textiles 13 14
  purchases.materials.paper 1711 1712 1723
  purchases.materials.cardboard 1721
  purchases.services.media 18 581 59 60
  purchases.materials.chemicals 20
  purchases.materials.pharma 21 4773
  purchases.materials.plastic 22
  purchases.materials.glass 231
  purchases.materials.bricks 233
  purchases.materials.concrete 235 236
  purchases.materials.steel_metals 24
  purchases.materials.aluminium 2442
  purchases.materials.metal_goods 25
  purchases.goods.electrical 27
  capital.goods.machinery 28
  capital.goods.vehicles 29 4511 4519
  capital.goods.furniture 31
  purchases.services.repair 33 43 951 952
  energy.electricity.grid_dk 351
  energy.stationary.natural_gas 352
  energy.heat.district_heating 353
  purchases.water.supply 36
  waste.operations.wastewater 37
  waste.operations.residual_incineration 3811
  waste.operations.hazardous 3812 3822
  capital.goods.buildings 41 42
  purchases.services.car_repair 4520 953
  purchases.goods.spare_parts 4531 4532
  purchases.goods.small_it 4651 4741
  transport.travel.rail 4910
  transport.upstream.rail 4920
  transport.travel.bus 4931 4939
  transport.travel.taxi 4932
  transport.upstream.road 4941 4942 5229
  transport.travel.ferry 501 503
  transport.upstream.sea 502 504
  transport.travel.air_short 511
  transport.upstream.air 5121
  transport.upstream.warehousing 521
  transport.upstream.courier 53
  transport.travel.hotel 551 552
  purchases.food.restaurant 56
  purchases.services.it_services 582 62 63
  purchases.services.telecom 61
  purchases.services.bank 64 661
  purchases.services.insurance 65 662
  purchases.services.rent 68
  purchases.services.consulting 69 70
  purchases.services.engineering 71
  purchases.services.research 72
  purchases.services.marketing 73
  transport.travel.rental_car 7711
  leased_upstream.assets.equipment 7712 773
  purchases.services.staffing 78
  transport.travel.agency 79
  purchases.services.other_services 743 75 80
  purchases.services.cleaning 812 9601
  purchases.services.training 85
  purchases.services.memberships 94
`);
