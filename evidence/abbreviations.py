"""Words that end in a full stop without ending a sentence, by how surely they do not."""

from collections.abc import Mapping


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


NEVER_LAST: Mapping[str, frozenset[str]] = {
    # a name, number or place follows: the stop never ends the sentence
    "ru": _words(
        """г гг ст п пп пл ч ул пр просп пер кв стр корп бул бульв наб ш пос дер обл респ р рн мкр тер оф пом эт кн
        т тт им гр св проф акад доц канд др-р зам нач гл ген ген.дир дир упр инж бухг рег исх вх тел моб факс эл
        см ср напр прим рис табл вып изд ред сост пер сб н.э ооо оао зао ао чп ип мин макс кат абз пп подп разд
        прил англ лат нем фр т.е т.к т.н т.о в.т.ч ж.д р/с к/с л/с"""
    ),
    "uz": _words("sh koʻch ko'ch tum vil uy xon tel mas qar masalan dots prof akad ш кўч туман вил тел"),
    "pt": _words(
        """sr sra srs sras srta dr dra drs dras prof profa eng enga arq adv exmo exma ilmo ilma av r rod trav pç
        pça tel cel fls fl cf ex ref núm nº p pp pág págs art arts cap tít vol ed org apto ap bl cj qd lt sta
        sto st d vs aprox séc obs"""
    ),
    "en": _words(
        """mr mrs ms dr prof rev hon gen col capt lt sgt sen rep gov pres st ave blvd rd ln hwy apt ste bldg fl mt
        ft vs e.g i.e cf viz ref attn approx est dept univ assn tel ext fig figs eq eqs vol vols pp para paras
        par ed eds trans sec secs ch chs ex exh supp"""
    ),
}
BEFORE_NUMBER: Mapping[str, frozenset[str]] = {
    # an abbreviation only when a number (or a number sign) follows
    "ru": _words("д к ном з лит вл стр кв"),
    "uz": _words("b m"),
    "pt": _words("no n num art arts p cx"),
    "en": _words("no nos art arts sec fig p item"),
}
SOMETIMES_LAST: Mapping[str, frozenset[str]] = {
    # ends the sentence when what follows is a word in sentence case
    "ru": _words(
        """руб тыс млн млрд трлн коп долл дол сум ед шт экз чел кг км м см мм га сек мин час сут мес кв.м куб.м л
        др проч пр т.д т.п и.о в.и.о янв фев мар апр авг сен сент окт ноя нояб дек у.е"""
    ),
    "uz": _words("ming mln mlrd so'm soʻm h.k b сўм минг млн млрд ҳ.к"),
    "pt": _words("ltda cia s.a s/a etc mil mi bi jan fev mar abr mai jun jul ago set out nov dez vol min"),
    "en": _words(
        """inc ltd co corp llc l.l.c llp lp plc bros etc a.m p.m u.s u.k u.n p.o d.c jr sr esq ph.d jan feb mar apr
        jun jul aug sep sept oct nov dec et al al"""
    ),
}
SENTENCE_OPENERS = _words(
    """the this these those it its he she they we you i a an in on at by if as for to when while after before
        however there such any all no each upon under and but or nothing except unless o os a as um uma no na
        nos nas em de do da este esta isso ele ela eles elas se para por com ao como quando в на по с из за от
        до при для если это этот эта эти он она они оно как кроме также согласно стороны однако"""
)


def forms(table: Mapping[str, frozenset[str]], language: str | None) -> frozenset[str]:
    """One language's words, or every language's where it is not known."""
    if language is not None and (known := table.get(language.split("-")[0])) is not None:
        return known
    return frozenset().union(*table.values())
