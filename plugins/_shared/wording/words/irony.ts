/** Words of what is said and not meant. English. */
import { joined } from './lists.ts'

export const ironic = new RegExp(
  joined(String.raw`
    \b(?:said|says) (?:absolutely |literally )?(?:no[ -]?(?:one|body)) ever\b|
    \b[Ww]ho (?:doesn't|wouldn't|does not) (?:just )?(?:love|want|enjoy|adore)\b|
    ^(?:[Ss]ure|[Rr]ight|[Yy]eah|[Yy]ep|[Oo]h)?,? ?[Bb]ecause (?:who|that|that's|nothing|clearly|obviously|of course)\b|
    \b(?:just|absolutely|so|really|totally) (?:LOVE|ADORE|ENJOY|LOVING)\b|
    \b(?:I|we) (?:just |absolutely |simply |really )?adore \p{L}+ing\b|
    ^(?:[Ff]antastic|[Bb]rilliant|[Ww]onderful|[Gg]reat|[Ll]ovely|[Pp]erfect|[Mm]arvellous|[Ss]uper|[Aa]mazing)[,!.]\s
    .*\b(?:cancelled|canceled|broke|broken|died|delayed|late|lost|flooded|failed|crashed|stolen|again)\b|
    \b(?:I'm|I am) (?:basically|practically) an? \p{L}+ (?:now|at this point|by now)\b|
    \b(?:I|we) (?:obviously|clearly|of course) believe\b|\bis such (?:an angel|a saint|a genius|a treasure)\b|
    ^[Yy]eah,? right\b|,? yeah,? right[.!]*$|
    ^(?:[Ss]ure|[Rr]ight|[Ww]ell|[Uu]h huh|[Oo]h,? sure|[Oo]f course|[Oo]k|[Oo]kay|[Yy](?:es|eah|ep)|[Aa]ye),? and\s
    (?:I'm|I am) (?:the (?:(?:[Qq]ueen|[Kk]ing)(?! of (?:the|our|my)\b)|[Pp]ope|
    (?<!^[Yy](?:es|eah|ep),? and (?:I'm|I am) the )[Pp]resident|[Ee]aster [Bb]unny|[Tt]ooth [Ff]airy)|
    a (?:millionaire|unicorn|martian)|Santa|Father Christmas|Batman|Superman|Elvis|Napoleon|Cleopatra|Mickey Mouse|
    Mother Teresa|Beyonc)|
    \bdo(?:es)? so (?:love|adore|enjoy|like)\b|\b[Oo]bviously (?:I|we) (?:love|adore|enjoy)\b|
    \b(?:I|we) (?:obviously|clearly|of course) (?:love|adore|enjoy)\b|
    \b(?:basically|practically) an? (?:spa|holiday|dream|paradise|luxury|hotel|resort|picnic)\b|
    \bin this (?:lifetime|century|millennium)\b|
    ^(?:[Oo]h |[Ww]ell |[Ww]ow |[Yy]ay,? )*(?:[Jj]ust )?
    (?:[Gg]reat|[Ff]antastic|[Ww]onderful|[Pp]erfect|[Bb]rilliant|[Ll]ovely|[Aa]wesome|[Jj]oy|[Ff]un|[Yy]ay)[,!.]+
    \s(?:yet )?(?:another|just what)\b|
    ^[Yy]et another\b|^[Aa]nother (?:\p{L}+ ){1,3}that\b|
    ^(?:[Oo]h,? )?(?:[Ii]t's|[Ii]t is|[Ss]uch) a (?:dream come true|joy|treat)\b|
    \b(?:[Ll]iving the dream|[Ll]uxury living|[Ll]ucky me|[Jj]ust what I (?:needed|always wanted))\b|
    ^(?:I'm|I am|I feel) so (?:lucky|blessed|happy for me)\W*$|
    \b(?:clearly|obviously) (?:have |has )?the (?:best|most|greatest)\b|
    \bmight as well\b|\b(?:basically|practically|pretty much) (?:live|lives|living|lived|moved|sleep|married)\b|
    \b[Nn]othing (?:says|screams|beats) .+ (?:like|than)\b|(?:,|\.\.\.|…) ?(?:as if|not)[.!]*$|/s$`),
  'u'
)

/** What is exaggerated beside an ironic sentence is not meant either. */
export const exaggerating = new RegExp(
  joined(String.raw`
    \b(?:love|adore|thrilled|delighted|lucky|blessed|an? (?:angel|saint|genius|millionaire|joy|treat|privilege|honou?r)|
    the (?:best|highlight)|paradise|heaven|basically|practically|obviously|clearly|of course|who needs|
    couldn't be happier|can't wait|living the dream)\b`),
  'i'
)

/** "Brilliant.", alone behind bad news, mocks it. */
export const praising = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:oh|well|just|how|that's|isn't that|absolutely|simply|yay|so) ){0,3}(?:brilliant|fantastic|wonderful|great|
    lovely|perfect|marvellous|marvelous|super|amazing|awesome|delightful|excellent|splendid|charming|magic|fabulous)
    (?: stuff| news| timing)?\W*$`),
  'i'
)

/** Bad news, and what turns it to good. */
export const troubling = new RegExp(
  joined(String.raw`
    \b(?:cancel\p{L}*|broken?|breaks|breaking|died|dead|delay\p{L}*|late|lost|flood\p{L}*|fail\p{L}*|crash\p{L}*|
    stolen|stole|leak\p{L}*|noises?|rattl\p{L}*|smell\p{L}*|crack\p{L}*|burst|bills?|fined?|invoice|overcharg\p{L}*|
    mould|mold|jammed|stuck|frozen|refus\p{L}*|reject\p{L}*|dent\p{L}*|puncture|flat t[yi]re|blocked|missed|overtime|
    redundan\p{L}*|on strike|infest\p{L}*|puked?|threw up|ate my|chewed)\b`),
  'iu'
)
export const mended = new RegExp(
  joined(String.raw`
    \b(?:fix\p{L}*|repair\p{L}*|mend\p{L}*|solv\p{L}*|found|refund\p{L}*|paid (?:off|back)|for free|finally|again works|
    works again|is back|no (?:more|longer)|gone|healed|replaced|never|without|instead)\b`),
  'iu'
)
