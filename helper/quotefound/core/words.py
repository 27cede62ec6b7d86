"""Words of the extension's languages that the rules lean on: abbreviations, negations, verbs of speech, function words.

Lists only; what each is used for stands with the rule that uses it. A word missing here makes a note or a refusal less,
never a false "found".
"""

# Abbreviations whose point need not end a sentence. Titles stand before a name, as do those that always lead on (3 Mio.
# Menschen); the numbered before a figure; all of them before a small letter. Some are words as well (no, art, sun), so
# the word that follows decides.
TITLES = frozenset(
    """
    mr mrs ms dr prof rev hon gen col lt sgt sen rep gov st mt ft capt mme mlle mmes sr sra srta hr fr г гг ул им
    mio mrd tsd bzw vgl inkl evtl ggf hrsg zb dh vs eg ie cf approx
    """.split()
)
ABBREVIATIONS = TITLES | frozenset(
    """
    jr sr vs etc eg ie cf ca approx est dept inc ltd co corp bros no nos vol p pp ed eds fig figs eq eqs sec ch art al
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
    bzw usw zb dh nr abs str bd hrsg vgl evtl ggf inkl mio mrd tsd m av env ud uds núm pág аг
    """.split()
)

# Words that, standing shortly before a run or shortly after it, turn its sense: negations, hedges and exceptions.
TURNING_BEFORE = frozenset(
    """
    not no never neither nor none nothing nobody without hardly scarcely barely cannot unless if whether except may
    might could would perhaps possibly probably allegedly supposedly reportedly purportedly seemingly alleged deny
    denies denied denying doubt doubts doubted false falsely untrue wrongly mistakenly incorrectly myth
    refute refuted refutes claim claimed claims
    nicht nichts kein keine keinen keinem keiner nie niemals niemand ohne kaum angeblich vermeintlich vielleicht
    möglicherweise weder bestreitet bestritt
    ne n'est pas jamais aucun aucune rien sans ni prétendument peut-être
    nunca jamás ningún ninguna nada sin supuestamente presuntamente tampoco quizás
    non mai nessun nessuna senza presunto forse não nem nunca nenhum nenhuma sem talvez niet geen nooit zonder misschien
    inte aldrig ingen utan kanske nie nigdy bez rzekomo może değil asla hiçbir
    не нет никогда без якобы ні ніколи без нібито
    """.split()
)
TURNING_AFTER = frozenset(
    """
    unless except if but only until provided however excluding not never allege alleges alleged allegedly supposedly
    außer sofern falls aber nur nicht angeblich sauf excepté mais si pas salvo excepto pero sino
    tranne non exceto mas behalve maar niet utom inte oprócz ale hariç ama değil кроме но если
    """.split()
)
SPEECH = (
    "said|says|say|saying|told|tells|according to|wrote|writes|claimed|claims|argued|argues|added|adds|stated|insisted"
    "|sagte|sagt|laut|erklärte|schrieb|selon|déclaré|dit|dijo|dice|según|afirmó|disse|secondo|segundo|zei|volgens|sade"
)

# Units as they are written, most with the letters that make them larger or smaller.
_PREFIXES = ("", *"YZEPTGMkhdcmµnpf")
_BASES = "m g s A K mol Hz N Pa J W C V F Ω S T H Bq Gy Sv L l B b bit bps eV Wh Ah t bar cal".split()
UNITS = frozenset(p + b for p in _PREFIXES for b in _BASES)

# Words that are the last part of a figure, as a pattern: a figure cut before one is another figure.
SCALES = (
    r"(?:thousand|million|billion|trillion|tausend|milliarden?|millionen|billionen|mio|mrd"
    r"|millions|milliards?|mill[óo]n(?:es)?|mil|milh(?:ão|ões)|bilh(?:ão|ões)|milion[ie]|miliard[ie]|bin|milyon|milyar|trilyon"
    r"|тыс(?:яч\p{L}*)?|млн|млрд|миллион\p{L}*|миллиард\p{L}*|χιλιάδες|εκατ\p{L}*|δισ\p{L}*|ألف|آلاف|مليون|ملايين|مليار"
    r"|אלף|אלפים|מיליון|מיליארד|हज़ार|हजार|लाख|करोड़|अरब|만|억|조"
    r"|per\s?cent|pct|prozent|pour\scent|por\sciento|per\scento|por\scento|procent|процент\p{L}*|τοις\sεκατό"
    r"|في\sالمئة|بالمئة|प्रतिशत|퍼센트|프로)(?![\p{L}\p{M}\p{Nd}])"
    r"|ล้าน|แสน|หมื่น|พัน|เปอร์เซ็นต์|パーセント"
)

# Negatives written without a space just before a run, and Japanese ones just after it.
NEGATIVES_BEFORE = ("不", "没", "沒", "未", "無", "无", "非", "勿", "別", "别", "ไม่", "ไม", "มิ", "ບໍ່", "មិន")
NEGATIVES_AFTER = ("ない", "なかった", "ません", "ず", "ぬ", "まい", "なく", "にくい")

# Words that carry no matter of their own and tell one language from another.
FUNCTION_WORDS = {
    "en": """the of and to is that was for with as are this by be from which were have has not they their would it its
        been""",
    "de": """der die das und ist nicht ein eine zu den mit von dem sich auf für im auch wird sind wurde nach bei einer
        einem als""",
    "fr": """le les des est une du dans que qui pour pas sur au avec sont cette ce par aux ont été elle il nous mais
        plus""",
    "es": "el los las que una por con del se para al como más pero sus fue este ha son su entre cuando también y",
    "it": "il di che per una non sono della con del dei nel più anche gli alla delle questo ha come ma è dal",
    "pt": "os uma para não com mais dos como foi ao das seu sua pelo pela são mas também até isso em um na",
    "nl": "het een van niet op te zijn voor met aan er ook bij naar uit maar deze heeft hun dan wordt dat en",
    "sv": "och att det som är för på inte av till har den om ett var han från vi men kan",
    "pl": "nie się na jest że do to jak ale przez był po są oraz być które który",
    "tr": "ve bir bu için ile da de çok olarak daha olan gibi kadar sonra ancak değil",
}
