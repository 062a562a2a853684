/** Words of what is considered, announced or added, and not simply so. */
import { months } from './calendar.ts'
import { joined, words } from './lists.ts'

/**
 * Wished, planned, dreamt, supposed: what is said so is not so. Tested on the text as written, because "may" is no
 * "May".
 */
export const considering = words(String.raw`
  might|(?<!\d )may(?! \d)|maybe|perhaps|probably|possibly|could|would|should|wants?|wanted|wish\w*|
  hop(?:e|es|ing)|(?:i|we|they|she|he) plan(?:ned)?|plans? (?:to|on|for)|planning|intend\w*|consider\w*|
  thinking (?:of|about)|thought (?:of|about)|dream\w*|dreamt|almost|nearly|(?<!sorry )if|someday|some day|one day|
  eventually|imagin\w*|pretend\w*|suppos\w*|hypothetical\w*|tempted|as though|let's say|unless|apply(?:ing)?|
  applied|interview(?:ed|ing) (?:at|with|for)|an interview (?:at|with)|offered|looking (?:for|to|at|into)|
  vielleicht|wurde|konnte|mochte|sollte|wollen|wollte|
  wunsche?|plane (?:zu|nach)|hoffe|uberlege\w*|erwage|beinahe|wenn|falls|traum\w*|getraumt|peut-etre|pourrais|
  voudrais|veux|aimerais|espere|envisage|presque|si (?:je|j'|on|nous)\S*|reve|quizas?|tal vez|podria|quisiera|
  quiero|gustaria|espero|planeo|pienso|casi|si (?:yo|me|pudiera|viviera|fuera)|sone|forse|potrei|vorrei|voglio|
  spero|penso|quasi|se (?:io|fossi|vivessi|eu)|talvez|poderia|gostaria|quero|pretendo|quase|misschien|zou|hoop|
  overweeg|bijna|als ik|может|возможно|хочу|хотел\w*|планирую|надеюсь|если|почти`)
export const consideringUnspaced =
  /かもしれ|たい[。!！]?$|たいと|予定|つもり|もし|可能|也许|想要|打算|希望|如果|差点|싶|만약|아마/u

/** In front of these "may" is the month. */
export const beforeMay = 'since|in|into|until|till|by|last|next|this|from|before|after|early|late|mid'

/** "I will", "I am going to": so only from the day that is named. */
export const announcing = words(String.raw`
  will|\w+'ll|shall|going to|gonna|about to|werde|werden|vais|allons|voy a|vamos a|vou|ga|буду`)

/** "I'm moving", "she is leaving IBM": it is to come, or goes on. */
export const underWay = words(String.raw`
  (?:am|is|are|be|been|i'm|im|\w+'re|\w+'s) (?:not |now |slowly |currently |also |still |just )?
  (?:moving|relocating|leaving|quitting|switching|migrating|selling|starting|joining|retiring|resigning|giving up|
  stopping|dropping|cancelling|canceling|closing|ending|finishing|changing|getting (?:married|divorced|rid of))`)

/** "We're switching from Jira to Linear": decided and begun, unless it is put off. */
export const swapping = words(String.raw`
  (?:switching|migrating|transitioning|pivoting|converting)(?: \w+){0,4} (?:from .{1,60} to|away from|off)`)
/** A decision, where a migration takes its time: "are switching from", in any text. */
export const switchingNow = new RegExp(
  joined(String.raw`(?: am| is| are|['’](?:m|re|s))(?: (?:now|just|also|finally))? (switch|pivot)ing
    (?= (?:[\p{L}\p{N}'-]+ ){0,4}(?:from|away|off) )`),
  'giu'
)
export const putOff = words(
  String.raw`not|never|n't|next|soon|later|tomorrow|after|once|when|until|before|by|starting|slowly|gradually|` +
    String
      .raw`over the|in (?:a|an|two|three|\d+|the|${months})|from (?:monday|tuesday|wednesday|thursday|friday|${months})`
)

/** For a time, or at some times or places only: what holds otherwise goes on. */
export const limiting = words(String.raw`
  temporarily|for (?:today|tonight|lent|ramadan)|for the (?:day|time being|moment|week|weekend|night|evening)|
  for an? (?:\w+ )?(?:day|week|month|while|bit|minute|second|night|weekend|change)|
  for (?:two|three|four|five|six|a few|a couple of|some|\d{1,3}) (?:days|weeks|months|nights|minutes|hours)|
  (?:today|tonight|this (?:week|weekend|month))'s|(?:at|on) (?:the )?weekends?|at work|during the week|
  only(?=\W*$)|each(?! other)|apiece|(?:more|less|fewer) than`)

/** Beside the old one, not instead of it. */
export const adding = words(String.raw`
  also|too(?=\W*$|[,.;!?])|as well|another|additionally|second|part-?time|both|besides|in addition|sometimes|auch|
  ausserdem|zusatzlich|weiteres?|aussi|egalement|autre|tambien|ademas|otro|otra|anche|inoltre|altro|altra|tambem|outro|
  outra|ook|daarnaast|тоже|также|ещё`)
export const addingUnspaced = /也|还|還|另外|も/u

/** How to answer. English only. */
export const manner = new RegExp(
  joined(String.raw`
    \b(?:always|never|please|prefers?|keep|no|only|don't|likes?|loves?|hates?|needs?|wants?|use|stop|avoid|skip)\b.*
    \b(?:answers?|responses?|repl(?:y|ies)|explanations?|examples?|summar(?:y|ies)|tone|emojis?|bullet points?|jargon|
    units|language|step[ -]by[ -]step)\b`),
  'i'
)

/** Asked of the assistant for good: "can you keep explanations short?", "could you always use metres?" */
export const lastingRequest = new RegExp(
  joined(String.raw`
    ^(?:(?:also|and|oh|so|but|please|ok)\b ?,? ?){0,3}(?:can|could|would|will) you (?:(?:please|pls|just|also|maybe|
    mind) ){0,3}(?:(?:always|never)\b|(?:\S+ ){1,12}?(?:from now on|in future|going forward)\b|
    (?:keep|keeping|make|making|use|using|stop|stopping|avoid|avoiding|skip|skipping) (?:(?:your|all|any|using|writing|
    with|so|too|less|fewer|more|many|much|long|short|shorter|simple|technical|no) ){0,3}(?:answers|responses|replies|
    explanations|emojis?|bullet points|jargon)(?! (?:in|to|of|for|from) (?:the|this|that|my)\b)\b|
    (?:answer|answering|reply|replying|respond|responding|talk|talking|speak|speaking) (?:(?:to )?me )?in (?:english|
    french|german|spanish|italian|portuguese|dutch|polish|swedish|danish|norwegian|finnish|czech|greek|turkish|russian|
    ukrainian|arabic|hebrew|hindi|japanese|chinese|korean|welsh|irish|catalan|plain|simple|bullet|short)\b)|
    ^(?:(?:please|just|so|and|but|you can) ){0,2}call me (?!back|later|when|if|crazy|tomorrow|today|now|maybe|asap)
    \p{L}+[.! ]{0,3}$`),
  'u'
)
