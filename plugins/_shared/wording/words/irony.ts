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
    ^(?:[Ss]ure|[Rr]ight|[Ww]ell|[Uu]h huh|[Oo]h,? sure|[Oo]f course|[Oo]k|[Oo]kay),? and (?:I'm|I am) (?:the\s
    (?:[Qq]ueen|[Kk]ing|[Pp]ope|[Pp]resident|[Ee]aster [Bb]unny|[Tt]ooth [Ff]airy)|a (?:millionaire|unicorn|martian)|
    Santa|Batman|Superman|Elvis|Napoleon|Mother Teresa|Beyonc)|
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
