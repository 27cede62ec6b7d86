"""Units of measure and money: how each is written, its base unit, and the exact factor to it.

A factor is given only where it is exact by definition and people treat it so: 1 km is 1,000 m, 2 weeks are 14 days.
Months are never days, miles never kilometres, one currency never another; such pairs share a dimension and no base.
"""

from fractions import Fraction
from typing import NamedTuple


class Unit(NamedTuple):
    """A unit: its base, how many of the base it is, and the dimension that the base measures."""

    base: str
    factor: Fraction
    dimension: str


# dimension, base: then each unit as factor and spellings. Symbols keep their case; words are in lower case.
_TABLE = """
time second: 1 s sec secs second seconds sekunde sekunden segundo segundos seconde secondes 秒
  60 min mins minute minutes minuten minuto minutos 分 分間
  3600 h hr hrs hour hours stunde stunden hora horas heure heures 時間
  86400 d day days tag tage tagen día días jour jours 日 日間
  1209600 fortnight fortnights
  604800 week weeks wk wks woche wochen semana semanas semaine semaines 週間
  1/1000 ms millisecond milliseconds
  1/1000000 µs μs microsecond microseconds
time month: 1 month months mo monat monate monaten mes meses mois か月 ヶ月 カ月
  12 year years yr yrs jahr jahre jahren año años ans année années 年間
time age: 1 歳 años-de-edad
time decade: 1 decade decades jahrzehnt jahrzehnte jahrzehnten década décadas décennie décennies
  10 century centuries jahrhundert jahrhunderte jahrhunderten siglo siglos siècle siècles
  100 millennium millennia
length metre: 1 m metre metres meter meters metro metros mètre mètres メートル
  1000 km kilometre kilometres kilometer kilometers kilómetro kilómetros kilomètre kilomètres キロメートル
  1/10 dm decimetre decimetres decimeter
  1/100 cm centimetre centimetres centimeter centimeters zentimeter centímetro centímetros
  1/100 centimètre centimètres センチ センチメートル
  1/1000 mm millimetre millimetres millimeter millimeters milímetros millimètres ミリメートル
  1/1000000 µm μm micron microns micrometre micrometres micrometer micrometers
  1/1000000000 nm nanometre nanometres nanometer nanometers
length foot: 1 ft foot feet fuß pied pieds
  1/12 inch inches zoll pulgada pulgadas pouce pouces
  3 yd yds yard yards
  5280 mi mile miles meile meilen milla millas
length nautical: 1 nmi nautical-mile nautical-miles
length lightyear: 1 light-year light-years lightyear lightyears ly lichtjahr lichtjahre lichtjahren 光年
length parsec: 1 parsec parsecs pc
  1000 kiloparsec kiloparsecs kpc
length au: 1 AU astronomical-unit astronomical-units
mass gram: 1 g gram grams gramm gramo gramos gramme grammes グラム
  1000 kg kilo kilos kilogram kilograms kilogramm kilogramo kilogramos kilogramme kilogrammes キログラム
  1000000 t tonne tonnes tonnen metric-ton metric-tons toneladas トン
  1/1000 mg milligram milligrams milligramm miligramos ミリグラム
  1/1000000 µg μg mcg microgram micrograms mikrogramm
  1/1000000000 ng nanogram nanograms
mass pound: 1 lb lbs
  1/16 oz ounce ounces
  14 stone
mass ton: 1 ton tons
volume litre: 1 l L litre litres liter liters litro litros リットル
  1/1000 ml mL millilitre millilitres milliliter milliliters
  1/100 cl centilitre centilitres
  1/10 dl dL decilitre decilitres deciliter
  1000 m³ m3 cubic-metre cubic-metres cubic-meter cubic-meters
volume gallon: 1 gal gallon gallons
volume cup: 1 cup cups
volume tablespoon: 1 tablespoon tablespoons tbsp
volume teaspoon: 1 teaspoon teaspoons tsp
volume pint: 1 pint pints
volume fluidounce: 1 fluid-ounce fluid-ounces fl-oz
volume barrel: 1 bbl barrel barrels
volume cubicfoot: 1 cubic-foot cubic-feet
area squaremetre: 1 m² m2 sqm square-metre square-metres square-meter square-meters quadratmeter 平方メートル
  1000000 km² km2 sq-km square-kilometre square-kilometres square-kilometer square-kilometers quadratkilometer
  1000000 平方キロメートル 平方キロ
  10000 ha hectare hectares hektar hectáreas ヘクタール
area squarefoot: 1 sqft sq-ft square-foot square-feet ft²
area squaremile: 1 square-mile square-miles sq-mi
area acre: 1 acre acres
temperature celsius: 1 °c °C ℃ degrees-celsius degree-celsius grad-celsius celsius
temperature fahrenheit: 1 °f °F ℉ degrees-fahrenheit degree-fahrenheit fahrenheit
temperature kelvin: 1 K kelvin kelvins
angle degree: 1 ° degree degrees
power watt: 1 W watt watts
  1/1000 mW milliwatt milliwatts
  1000 kW kilowatt kilowatts
  1000000 MW megawatt megawatts
  1000000000 GW gigawatt gigawatts
  1000000000000 TW terawatt terawatts
power horsepower: 1 hp horsepower
energy watthour: 1 Wh
  1000 kWh kilowatt-hour kilowatt-hours
  1000000 MWh megawatt-hour megawatt-hours
  1000000000 GWh gigawatt-hour gigawatt-hours
  1000000000000 TWh terawatt-hour terawatt-hours
energy joule: 1 J joule joules
  1000 kJ kilojoule kilojoules
  1000000 MJ megajoule megajoules
energy calorie: 1 cal calorie calories
  1000 kcal kilocalorie kilocalories
frequency hertz: 1 Hz hertz
  1000 kHz kilohertz
  1000000 MHz megahertz
  1000000000 GHz gigahertz
data byte: 1 byte bytes
  1000 kB KB kilobyte kilobytes
  1000000 MB megabyte megabytes
  1000000000 GB gigabyte gigabytes
  1000000000000 TB terabyte terabytes
data kibibyte: 1 KiB
  1024 MiB
  1048576 GiB
data bit: 1 bit bits
  1000 kbit
  1000000 Mbit Mb megabit megabits
  1000000000 Gbit Gb gigabit gigabits
voltage volt: 1 V volt volts
  1/1000 mV millivolt millivolts
  1000 kV kilovolt kilovolts
current ampere: 1 A amp amps ampere amperes
  1/1000 mA milliamp milliamps
pressure pascal: 1 Pa pascal pascals
  100 hPa hectopascal hectopascals mbar millibar millibars
  1000 kPa kilopascal kilopascals
  1000000 MPa megapascal megapascals
  100000 bar bars
pressure psi: 1 psi
pressure mmhg: 1 mmHg mm-Hg
pressure atmosphere: 1 atm atmospheres
sound decibel: 1 dB decibel decibels
length foot/second*3600: 5280 mph
length nautical/second*3600: 1 knot knots kn
length metre/second*3600: 1000 kph kmh
amount mole: 1 mol mole moles
  1/1000 mmol millimole millimoles
concentration ppm: 1 ppm parts-per-million
  1/1000 ppb parts-per-billion
money cent: 1 cent cents ¢
money penny: 1 pence penny
"""

_CURRENCIES = """
USD: us$ usd us-dollar us-dollars american-dollars u.s.-dollars u.s.-dollar dólares-estadounidenses 米ドル
$: $ dollar dollars bucks dólar dólares ドル
AUD: a$ au$ aud australian-dollar australian-dollars
CAD: c$ ca$ cad canadian-dollar canadian-dollars
HKD: hk$ hkd hong-kong-dollars
NZD: nz$ nzd new-zealand-dollars
SGD: s$ sgd singapore-dollars
MXN: mx$ mxn mexican-pesos
BRL: r$ brazilian-reais brl reais real
EUR: € eur euro euros ユーロ
GBP: gbp £ pounds-sterling sterling british-pounds
JPY: jpy japanese-yen yen 円 jp¥
CNY: cny chinese-yuan rmb yuan renminbi 元 cn¥
¥: ¥
CHF: chf swiss-francs schweizer-franken franken
INR: inr ₹ rs rupee rupees indian-rupee indian-rupees
RUB: russian-rubles russian-roubles rub ₽ ruble rubles roubles rouble
KRW: krw ₩ won korean-won south-korean-won
SEK: sek swedish-krona swedish-kronor kronor
NOK: nok norwegian-krone norwegian-kroner
DKK: dkk danish-krone danish-kroner
PLN: pln polish-zloty polish-złoty złoty zloty
TRY: ₺ turkish-lira lira liras
ILS: ₪ israeli-shekels shekel shekels
BTC: ₿ btc bitcoin bitcoins
peso: peso pesos
"""


def _units() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    dimension = base = ""
    for line in _TABLE.strip().splitlines():
        head, _, rest = line.partition(":") if ":" in line else ("", "", line)
        if head:
            dimension, base = head.split()
        factor, *spellings = rest.split()
        units |= {spelling: Unit(base, Fraction(factor), dimension) for spelling in spellings}
    return units


UNITS = _units()
CURRENCIES = {
    spelling: code
    for line in _CURRENCIES.strip().splitlines()
    for code, _, rest in [line.partition(":")]
    for spelling in rest.split()
}
# A bare sign or word that several currencies share: each of them may be meant.
SHARED_CURRENCIES = {"$": ("USD", "AUD", "CAD", "HKD", "NZD", "SGD", "MXN"), "¥": ("JPY", "CNY"), "peso": ("MXN",)}
DIMENSIONS = {unit.base.partition("/")[0]: unit.dimension for unit in UNITS.values()}
LONGEST_UNIT = 3  # words

# Letters that multiply, where they can mean nothing else; a small m, k or t alone may be a unit.
SCALE_LETTERS = {
    "k": 10**3, "K": 10**3, "m": 10**6, "M": 10**6, "mn": 10**6, "mln": 10**6, "mm": 10**6, "mio": 10**6, "Mio": 10**6,
    "b": 10**9, "B": 10**9, "bn": 10**9, "Bn": 10**9, "BN": 10**9, "mrd": 10**9, "Mrd": 10**9, "Md": 10**9,
    "tn": 10**12, "trn": 10**12, "T": 10**12, "Tsd": 10**3, "tsd": 10**3,
}  # fmt: skip
SURE_LETTERS = frozenset(("mn", "mln", "mio", "Mio", "bn", "Bn", "BN", "mrd", "Mrd", "Md", "tn", "trn", "Tsd", "tsd"))
