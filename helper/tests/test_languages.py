"""Which language a text is in, and when two are plainly different: ordinary sentences, names, short texts."""

import pytest

from quotefound.core.languages import differ, language_of, script_of

SENTENCES = {
    "en": [
        "The government said on Tuesday that it would raise taxes on fuel to pay for new roads.",
        "Scientists have found that the drug reduces pain in most patients after only two weeks of use.",
        "We were not able to find any evidence which supports the claim made by the minister yesterday.",
        "She told reporters she had never seen anything like it during thirty years at the company.",
    ],
    "de": [
        "Die Regierung hat am Dienstag beschlossen, dass die Steuern auf Kraftstoff steigen sollen.",
        "Forscher fanden heraus, dass das Mittel bei den meisten Patienten die Schmerzen nach zwei Wochen lindert.",
        "Wir konnten keinen Beleg finden, der die Behauptung des Ministers von gestern stützt, sagte sie.",
        "Er war immer der Meinung, man müsse erst fragen und dann handeln, wenn alle einverstanden sind.",
    ],
    "fr": [
        "Le gouvernement a annoncé mardi que les taxes sur le carburant vont augmenter pour payer de nouvelles routes.",
        "Nous n'avons trouvé aucune preuve qui soutienne l'affirmation faite par le ministre hier soir à Paris.",
        "Il faut que tout le monde sache que cela ne peut pas durer, a dit la présidente.",
    ],
    "es": [
        "El gobierno anunció el martes que subirá los impuestos sobre el combustible para pagar nuevas carreteras.",
        "No hemos encontrado ninguna prueba que apoye la afirmación hecha ayer por el ministro de Economía.",
        "Los científicos dicen que el medicamento reduce el dolor de la mayoría de los pacientes en dos semanas.",
    ],
    "it": [
        "Il governo ha annunciato martedì che aumenterà le tasse sul carburante per pagare nuove strade nel paese.",
        "Non abbiamo trovato alcuna prova che sostenga l'affermazione fatta ieri dal ministro dell'economia a Roma.",
        "Gli scienziati dicono che il farmaco riduce il dolore nella maggior parte dei pazienti dopo due settimane.",
    ],
    "pt": [
        "O governo anunciou na terça-feira que vai aumentar os impostos sobre o combustível para pagar novas estradas.",
        "Não encontrámos nenhuma prova que apoie a afirmação feita ontem pelo ministro da economia em Lisboa.",
        "Os cientistas dizem que o medicamento reduz a dor da maioria dos doentes em apenas duas semanas.",
    ],
    "nl": [
        "De regering heeft dinsdag aangekondigd dat de belasting op brandstof omhoog gaat om nieuwe wegen te betalen.",
        "We hebben geen bewijs gevonden dat de bewering van de minister van gisteren ondersteunt, zei zij.",
        "Onderzoekers ontdekten dat het middel bij de meeste patiënten de pijn al na twee weken vermindert.",
    ],
    "sv": [
        "Regeringen meddelade på tisdagen att skatten på bränsle ska höjas för att betala nya vägar i landet.",
        "Vi har inte hittat några bevis som stöder det påstående som ministern gjorde i går kväll.",
        "Forskarna säger att medicinen minskar smärtan hos de flesta patienter efter bara två veckor.",
    ],
    "pl": [
        "Rząd ogłosił we wtorek, że podniesie podatki od paliwa, aby zapłacić za nowe drogi w całym kraju.",
        "Nie znaleźliśmy żadnych dowodów, które potwierdzałyby wczorajsze oświadczenie ministra w tej sprawie.",
        "Naukowcy twierdzą, że lek zmniejsza ból u większości pacjentów już po dwóch tygodniach stosowania.",
    ],
    "tr": [
        "Hükümet salı günü yeni yollar için akaryakıt vergilerini artıracağını ve artık beklemeyeceğini açıkladı.",
        "Bakanın dün yaptığı açıklamayı destekleyen hiçbir kanıt bulamadık, dedi ve daha fazla bilgi vermedi.",
        "Bilim insanları ilacın hastaların çoğunda iki hafta sonra ağrıyı azalttığını söylüyor ama bu yeterli değil.",
    ],
    "ru": [
        "Правительство объявило во вторник, что повысит налоги на топливо, чтобы оплатить новые дороги в стране.",
        "Мы не нашли никаких доказательств, которые бы подтверждали вчерашнее заявление министра, сказала она.",
    ],
    "uk": [
        "Уряд оголосив у вівторок, що підвищить податки на пальне, щоб оплатити нові дороги в усій країні.",
        "Ми не знайшли жодних доказів, які б підтверджували вчорашню заяву міністра, сказала вона та пішла.",
    ],
}
EACH = [(language, sentence) for language, sentences in SENTENCES.items() for sentence in sentences]
ENGLISH = " ".join(SENTENCES["en"])


@pytest.mark.parametrize(("language", "sentence"), EACH, ids=[sentence[:40] for _, sentence in EACH])
def test_an_ordinary_sentence(language: str, sentence: str) -> None:
    """A sentence of a dozen words says its language; it differs from every other language's texts, not from its own."""
    assert language_of(sentence) == language
    for other, sentences in SENTENCES.items():
        assert differ(sentence, " ".join(sentences)) == (other != language), other
        assert differ(sentence, "", declared=f"{other}-XX") == (other != language)


@pytest.mark.parametrize(
    "text",
    [
        "the old bridge",
        "die hard",
        "in den Haag",
        "No, no, no",
        "il a dit",
        "La La Land",
        "Angela Merkel und Emmanuel Macron",
        "Los Angeles, Las Vegas, El Paso, San José, La Jolla and Santa Fe",
        "Apple iPhone 15 Pro Max 256 GB 48 MP USB-C",
        "University of São Paulo",
        "",
        "1 234,5 %",
    ],
)
def test_short_texts_and_names_are_in_no_language(text: str) -> None:
    """Too little to say; so it never differs by its words."""
    assert language_of(text) == ""
    assert not differ(text, ENGLISH, "en")


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Tolstoy, Война и мир", ""),
        ("Старый мост", "Cyrillic"),
        ("旧桥关闭了", "Han"),
        ("古い橋は閉鎖された", "Japanese"),
        ("오래된 다리", "Hangul"),
        ("الجسر القديم", "Arabic"),
        ("הגשר הישן", "Hebrew"),
        ("पुराना पुल", "Devanagari"),
        ("สะพานเก่า", "Thai"),
        ("η παλιά γέφυρα", "Greek"),
        ("12 %", ""),
    ],
)
def test_scripts(text: str, script: str) -> None:
    """The script that most letters are in; none where two share a text."""
    assert script_of(text) == script
    assert differ(text, ENGLISH, "en") == bool(script)


def test_a_name_in_another_script_does_not_make_another_language() -> None:
    """An English quote with a Russian title in it is English."""
    assert not differ("Tolstoy wrote Война и мир in the eighteen-sixties", ENGLISH, "en")
    assert not differ("the angle α and the angle β are equal", ENGLISH, "en")


def test_chinese_and_japanese() -> None:
    """A passage of Han letters alone may be Japanese; one with kana is not Chinese."""
    assert not differ("東京都知事", "東京都知事は昨日、新しい計画を発表した。")
    assert differ("古い橋は閉鎖された", "旧桥关闭了，直到早晨。")


def test_a_long_text_without_any_of_the_sources_small_words() -> None:
    """A language that the lists do not have, against one that they have."""
    finnish = (
        "hallitus ilmoitti tiistaina että se korottaa polttoaineen veroja jotta uudet tiet voidaan maksaa koko maassa"
    )
    assert differ(finnish, ENGLISH, "en")
    assert not differ(finnish, finnish, "fi")


def test_what_the_source_says_counts_more_than_what_it_declares() -> None:
    """Many pages declare English and are not."""
    german = " ".join(SENTENCES["de"])
    assert not differ(SENTENCES["de"][0], german, declared="en")
    assert differ(SENTENCES["en"][0], german, declared="en")
