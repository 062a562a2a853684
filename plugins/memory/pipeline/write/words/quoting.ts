/** Words that introduce what another person wrote or said, as written, in the languages of `predicates.ts`. */
import { joined } from './lists.ts'

const saying = joined(String.raw`
  wrote|writes|said|says|texted|messaged|emailed|replied|answered|posted|asked|told (?:me|us)|
  sent(?: me| us)?(?: this)?|goes|went|tweeted|
  schrieb|schreibt|sagte?|meinte|antwortete|textete|hat (?:mir |uns )?(?:geschrieben|gesagt|geantwortet)|
  écrit|(?:m'|nous )?a (?:écrit|dit|répondu)|dit|répond(?:u)?|escribió|escribe|(?:me |nos )?(?:dijo|escribió|contestó)|
  dice|respondió|ha (?:scritto|detto|risposto)|scrive|disse|escreveu|diz|respondeu|schreef|zei|antwoordde|написал[аи]?|
  сказал[аи]?|ответил[аи]?`)
const paper = joined(String.raw`
  message|text|mail|e-?mail|letter|note|post|tweet|comment|reply|answer|review|ad|advert|article|lyrics|transcript|
  nachricht|brief|kommentar|antwort|artikel|lettre|réponse|commentaire|mensaje|correo|carta|respuesta|comentario|
  messaggio|lettera|risposta|mensagem|resposta|bericht|brief|antwoord`)
const ofAnother = joined(String.raw`
  her|his|their|\p{Lu}\p{Ll}+'?s|ihre?|seine?|deren|son|sa|leur|su|sus|suo|sua|dele|dela|haar|zijn`)
const from = String.raw`(?:from|by|of|von|vom|de|del|da|van|от)`

/** Not by the speaker: "she wrote: …", "her message: …", "a text from my boss: …", "彼女は言った：…". */
export const introducing = new RegExp(
  joined(String.raw`(?:
    (?<!\b(?:i|ich|je|j'ai|yo|io|eu|ik|я|we|wir)\s(?:\p{L}+\s)?)
    (?<![\p{L}\p{N}])(?:${saying})(?![\p{L}\p{N}])[^.!?:\n]{0,30}
    |(?<![\p{L}\p{N}])(?:${ofAnother})\s(?:\p{L}+\s)?(?:${paper})[^.!?:\n]{0,30}
    |(?<![\p{L}\p{N}])(?:${paper})\s${from}\s(?!me\b|mir\b|moi\b|mí\b)[^.!?:\n]{1,40}
    |(?<!我|私は|僕は|俺は)(?:言った|言って|言う|書いた|说|写道|說|寫道)[^。！？：:\n]{0,6}
    )[:：]`).replaceAll(/\s{2,}/g, ''),
  'giu'
)

/** From here on all of it is a message of another: a forwarded mail, the history below a reply. */
export const forwarding = new RegExp(
  joined(String.raw`^[ \t]*(?:
    -{2,}\s?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|
    message transféré|mensaje original|mensaje reenviado|messaggio originale|mensagem original|oorspronkelijk bericht).*
    |begin forwarded message:.*
    |(?:on|am|le|el|il|em|op)\s.{4,80}\s(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef)\b.{0,60}:
    |(?:from|von|de|da|van): .+\n[ \t]*(?:sent|date|to|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|para|
    asunto|inviato|a|oggetto|assunto|verzonden|aan|onderwerp): .+
    )$`).replaceAll(/\s{2,}/g, ''),
  'gimu'
)

/** A line of a pasted chat: "[12.03.24, 10:32] Lisa: …", "10:32 - Lisa: …". */
export const chatLine =
  /^[ \t]{0,40}(?:\[[^\]\n]{3,25}\]|\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]m)?(?: -)?)[ \t]{1,8}([^:\s][^:\n]{0,39}):.*$/gimu

/** Of a pasted chat, the speaker's own lines. */
export const oneself = /^(?:me|i|myself|you|ich|moi|je|yo|io|eu|ik|я|我|私)$/iu
