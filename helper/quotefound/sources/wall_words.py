"""What walls and error pages say to their reader, in the languages that they are met in.

Knows words only. Two tables, because the same words prove more or less by where they stand: what a page is called
(a part of its title, a heading), matched whole; and what a page says to its reader, looked for only beside little text.
An article about walls carries such words inside longer sentences and longer texts.
"""

import re

from quotefound.core.terms import Cause

# "Page not found | Harbour News" is called "Page not found", and "Harbour News".
PARTS = re.compile(r"\s+[|–—·•:-]\s+|:\s+|\s*[|｜]\s*|\s+_\s+")
AROUND = " \t\n.!…?:()*\"'“”"

NAMES = (
    (Cause.BOT_WALL, r"just a moment|attention required|(?:please )?verify (?:that )?you.+|"
     r"are you (?:a )?(?:human|robot).*|"
     r"checking your browser.*|(?:complete the )?security (?:check|verification)|bot (?:check|detection)|"
     r"(?:re)?captcha|"
     r"making sure you.re not a bot|ddos-guard|human verification|one (?:more step|moment,? please)|"
     r"pardon our interruption|.*security checkpoint|安全验证|人机验证"),
    (Cause.CONSENT_WALL, r"before you continue.*|bevor sie fortfahren.*|avant de continuer.*|antes de continuar.*|"
     r"cookie (?:consent|settings|wall)|.*privacy gate|age (?:verification|check|gate)|are you over \d+"),
    (Cause.LOGIN_WALL, r"(?:please )?(?:log|sign) ?-?in(?: (?:to|with|or|required|page)\b.*)?|login(?: \w+)?|"
     r"anmelden|anmeldung|"
     r"einloggen|se connecter|connexion|iniciar sesi[oó]n|acceder|accedi|ログイン|登录|you need access|"
     r"authorization required"),
    (Cause.REFUSED, r"access denied|access to this page has been denied|(?:error )?403(?: forbidden)?|"
     r"request blocked|forbidden|"
     r"(?:sorry, )?you have been blocked|blocked|(?:429 )?too many requests|rate limit(?:ed| exceeded)|"
     r"ad ?block(?:er)? detected|unavailable for legal reasons"),
    (Cause.ERROR_PAGE, r"(?:(?:http )?(?:error|status)(?: code)? ?:?)?\b(?:404|410|"
     r"50[0234])\b(?: error)?(?:,? (?:page )?not found)?|"
     r"(?:502 )?bad gateway|(?:500 )?internal server error|(?:503 )?service (?:temporarily )?unavailable|"
     r"504 gateway time-?out|"
     r"(?:database|application|server|runtime|unknown) error(?:\b.*)?|error(?: page)?|oops|not found|"
     r"error establishing a database connection|"
     r"(?:page|file|article|document) (?:was |is |has been )?(?:not found|removed|deleted)|"
     r"(?:410 )?gone|(?:no longer|not) available|nothing (?:was )?found|coming soon|under construction|"
     r"(?:server )?busy|"
     r"(?:site |scheduled |under )?maintenance(?: mode)?|we.ll be (?:right )?back(?: soon)?|"
     r".{0,30}account (?:has been )?suspended|"
     r"(?:video|content|page) unavailable|welcome to nginx|apache2? .*default page(?:.*)?|it works|"
     r"seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|pagina non trovata|"
     r"pagina niet gevonden|"
     r"ページが見つかりません.*|页面(?:不存在|未找到|没有找到)|找不到页面"),
)  # fmt: skip
NAMED = tuple((cause, re.compile(words, re.I)) for cause, words in NAMES)
# Names that no article has whole, however long the page: what follows is a list of other stories.
LOST = re.compile(
    r"(?:sorry,? )?(?:this |the |that )?page (?:you .{0,40})?(?:was |could |can|is )?(?:not|n.t) (?:be )?found|"
    r"seite nicht gefunden|"
    r"page introuvable|página no encontrada|pagina non trovata|pagina niet gevonden|ページが見つかりません.*", re.I
)  # fmt: skip

READING = (
    r"(?:(?:continue|keep|go on) reading|read (?:on|more)\b|unlock\b|"
    r"(?:read|see|view|unlock) the (?:rest\b|(?:full|whole|entire) (?:article|story|post|text|piece|issue)))"
)
JOINING = (
    r"(?:subscribe(?: now)?|sign up|register(?: for free)?|join|log ?in|sign ?in|"
    r"create (?:an? )?(?:free )?account|become a \w+)"
)  # fmt: skip
THIS = r"this (?:article|post|story|content|page|issue)"
# A gate in the text: a short block of its own that begins so stops the reading of an article of any length.
GATE = re.compile(
    rf"(?:{JOINING}(?: \w+){{0,3}} to (?:{READING}|continue)|to {READING}(?=[,.:;!]| {THIS}|$)|"
    rf"{THIS} is (?:only |exclusively |reserved )?(?:available )?(?:only )?(?:to|"
    rf"for) (?:our )?(?:\w+ )?(?:subscribers|members)|"
    r"you(?:.ve| have) (?:reached|read|used) (?:your|all|the) (?:\w+ ){0,4}(?:articles?|limit|stories)|"
    rf"unlock {THIS}|(?:continue|keep) reading with|read the full (?:article|story) with|"
    r"dieser (?:artikel|text|beitrag) ist nur|cet article est réservé|"
    r"este (?:artículo|contenido) es (?:exclusivo|solo))", re.I
)  # fmt: skip
GATE_LENGTH = 200  # characters
# A newsletter's box under posts that are shown whole.
NEWSLETTER = re.compile(r"full archive|newsletter|inbox|e-?mail", re.I)

VIEWING = r"(?:view|see|access|continue|read|use|enter|proceed)"
SAYINGS = (
    (Cause.BOT_WALL,
     r"verify(?:ing)? (?:that )?you(?:.re| are) (?:a )?human|(?:you(?:.re| are) not|not be) a (?:ro)?bot|"
     r"unusual (?:traffic|activity) from your|"
     r"complete the (?:security check|captcha)|review the security of your connection|slide to verify|"
     r"checking your browser|press (?:&|and) hold|incapsula incident|please (?:solve|complete) .{0,20}captcha|"
     r"(?:dass sie )?kein roboter|pas un robot|no (?:eres|soy) un robot|完成.{0,6}验证"),
    (Cause.REFUSED,
     r"you(?:r ip(?: address)?| have| request)? (?:has )?(?:been )?blocked|"
     r"your (?:request|access) has been (?:blocked|denied)|"
     r"(?:not |un)available in your (?:country|region|location)|cannot grant you access|rate limit (?:reached|"
     r"exceeded)|"
     r"you(?:.ve| have) (?:exceeded|sent) (?:the |your |too many )(?:rate limit|request)|too many requests(?=[.!]|$)|"
     r"disable (?:your |any )?ad ?block|you don.t have permission to access"),
    (Cause.LOGIN_WALL,
     rf"(?:must|need to|have to|please) (?:be logged in|log ?in|sign ?in|register)(?: \w+){{0,3}} to {VIEWING}\b|"
     rf"(?:log|sign) ?in to (?:view|see|access|continue|read|proceed)\b|register (?:for free )?to {VIEWING}\b|"
     r"ask for access|(?:group|account|profile|page|repository|project) is private|agree & join|"
     r"(?:bitte )?melden sie sich an,? um|(?:connecté|connecter|identifier) pour (?:accéder|continuer|voir|lire)|"
     r"iniciar sesión para|inicia sesión para|accedi per (?:continuare|leggere)|ログインしてください|请(?:先)?登录"),
    (Cause.PAYWALL,
     rf"subscribe (?:now )?(?:to|and) (?:read|continue|unlock|keep)|subscribers? only|only (?:for|to) subscribers|"
     rf"for (?:paid|paying) subscribers|"
     rf"to continue reading|already a subscriber|read the full (?:article|story)|member-only story|"
     rf"{JOINING} to {READING}|"
     rf"reached your .{{0,30}}(?:limit|articles)|unlock {THIS}|access through your institution|"
     rf"buy (?:this )?article|purchase pdf|"
     r"start your free trial|premium content|preview of subscription|want to read (?:more|on)|subscribe for [€$£]|"
     r"weiterlesen mit|jetzt abonnieren|nur für abonnent|mit .{0,20}abo weiterlesen|réservée? aux abonn|"
     r"pour lire la suite|"
     r"suscr[ií]bete para|solo para suscriptores|abbonati per|(?:有料)?会員限定|残り[\d,]+文字"),
    (Cause.CONSENT_WALL,
     r"(?:you must|are you|i am) (?:be )?(?:over |at least )?(?:18|"
     r"21)(?: years)?(?: (?:of age|or older|old))?(?: or over)?\W.{0,60}(?:enter|leave)"),
    (Cause.ERROR_PAGE,
     r"(?:page|link|url|address|file) you(?:.re| are| were)? (?:\w+ ){0,3}(?:looking for|requested|followed|"
     r"tried)(?: \w+){0,4}? "
     r"(?:(?:does|could|can|may|might|is|was|has)(?:n.t| not)? (?:\w+ )?(?:exist|found|broken|moved|removed|"
     r"available|deleted))|"
     r"can.t find (?:the|that|this) page|"
     r"(?:content|page|video|article|story|post) (?:isn.t|is not|is no longer) available|"
     r"video (?:has been removed|is private|unavailable)|"
     r"you(?:r session|.ve been| have been)? (?:has expired|logged out)|"
     r"domain (?:name )?(?:is|may be) for sale|scheduled maintenance|something went wrong(?=[.!]|$)|"
     r"exception has occurred|"
     r"contact your hosting provider|no results found for your|nginx web server is successfully|"
     r"traceback \(most recent call last\)|fatal error: |took too long to respond|under construction$|"
     r"seite existiert nicht|page demandée n.existe|la página .{0,30}no existe|お探しのページ|页面不存在|已被删除"),
)  # fmt: skip
SAID = tuple((cause, re.compile(words, re.I | re.S)) for cause, words in SAYINGS)

AGREEING = re.compile(
    r"\b(?:accept all|reject all|accept (?:and|cookies)|agree (?:and|to all)|allow all|"
    r"manage (?:options|choices|preferences)|"
    r"(?:alle )?akzeptieren|alle ablehnen|tout accepter|continuer sans accepter|einverstanden|zgadzam się|"
    r"(?:aceptar|rechazar) todo|accetta|"
    r"akkoord)\b", re.I
)  # fmt: skip
PRIVACY = re.compile(r"cookie|your privacy|vie privée|datenschutz|privacidad", re.I)
NEEDS_SCRIPT = re.compile(
    r"(?:enable|activate|turn on|requires?|need|without|aktivieren sie|activer|activa|"
    r"habilita)\W+(?:\w+\W+){0,3}(?:java ?script|js\b)|"
    r"java ?script\W+(?:\w+\W+){0,4}(?:enabled?|required|disabled|activated|aktivieren|activer)|"
    r"your browser is (?:not|no longer|un)\W?(?:supported)?", re.I
)  # fmt: skip


# What every such message is made of, whatever its words: it speaks of the page itself, to its reader, of what cannot be
# had or has to be done first. A page of a few lines that does all three is no source.
ITSELF = (
    r"(?:page|(?:web)?site|content|article|story|post|tweet|video|resource|file|application|request(?:ed)?|server|"
    r"browser|account|"
    r"group|privacy|visitors?|ad ?blocker|cookies?|url|link|javascript|access|members?|seite|artikel|inhalt|"
    r"webseite|contenido|página|contenu|"
    r"prywatność|pagina|strona|age|email|trial|session|plan)"
)
OF_ITSELF = re.compile(rf"\b{ITSELF}s?\b|ページ|サイト|cookie", re.I)
TO_READER = re.compile(
    rf"\b(?:you|your|please|sorry|try|(?:this|our|diese|dieser|cette|cet|esta?) (?:\w+ )?{ITSELF}|sie|bitte|"
    rf"leider|vous|votre|"
    r"buscas|questa|deze|faça|enter|confirm|ensure|create|sign up|join|subscribe|reload|refresh)\b|ください|同意", re.I
)  # fmt: skip
FIRST = (
    (Cause.CONSENT_WALL, r"allow|confirm your age|accept|agree|consent|decline|reject|einverstanden|zgadzam|"
     r"notwendige"),
    (Cause.BOT_WALL, r"\bbots?\b|robot|human|automated|verif(?:y|ied|ying)"),
    (Cause.PAYWALL, r"subscri\w+|premium|free (?:trial|articles?)|abonn\w+|full access|keep reading|"
     r"enter your email|assinantes"),
    (Cause.LOGIN_WALL, r"log ?in|sign ?(?:in|up)|password|credentials|members?|registered|authori[sz]ed|"
     r"restricted|angemeldet|login"),
    (Cause.REFUSED, r"block(?:ed|er)|denied|legal reasons|(?:rate )?limit\w*|slow down|cannot be (?:shown|served)|"
     r"only be watched"),
    (Cause.ERROR_PAGE, r"error|exist|missing|expired|removed|deleted|available|verfügbar|disponible|"
     r"not (?:be )?found|moved|pas trouvé|non esiste|bestaat niet|installed|"
     r"busy|again later|load|timed out|offline|ended|redirected|support(?:ed)?|newer|update|reached|construction"),
)  # fmt: skip
FIRSTS = tuple((cause, re.compile(rf"\b(?:{words})\b", re.I)) for cause, words in FIRST)


def message(text: str) -> tuple[Cause, str] | None:
    """What a text of a few lines asks of its reader first, or says that cannot be had, if it is such a message."""
    if not OF_ITSELF.search(text) or not TO_READER.search(text):
        return None
    return next(((cause, match[0]) for cause, words in FIRSTS if (match := words.search(text))), None)


def name_in(names: list[str], pattern: re.Pattern[str]) -> str:
    """The first of some titles and headings that a pattern matches whole, in its entirety or in one of its parts."""
    for name in names:
        for part in (name, *PARTS.split(name)):
            if pattern.fullmatch(part.strip(AROUND)):
                return name
    return ""
