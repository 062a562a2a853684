/** Words by which a text is another's: of mails, letters and introductions, in the languages of `predicates.ts`. */

const joined = (alternatives: string) => alternatives.replace(/\n\s*/g, '')

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

/**
 * Not by the speaker: "she wrote: …", "her message: …", "a text from my boss: …", "彼女は言った：…". "They said it is a
 * project: …" reports.
 */
export const introducing = new RegExp(
  joined(String.raw`(?:
    (?<!\b(?:i|ich|je|j'ai|yo|io|eu|ik|я|we|wir)\s(?:\p{L}+\s)?)
    (?<![\p{L}\p{N}])(?:${saying})(?![\p{L}\p{N}])(?!\s(?:that|it|i|he|she|we|they|you|there)(?:'|\s))
    [^.!?:\n]{0,30}
    |(?<![\p{L}\p{N}])(?:${ofAnother})\s(?:\p{L}+\s)?(?:${paper})[^.!?:\n]{0,30}
    |(?<![\p{L}\p{N}])(?:${paper})\s${from}\s(?!me\b|mir\b|moi\b|mí\b)[^.!?:\n]{1,40}
    |(?<!我|私は|僕は|俺は)(?:言った|言って|言う|書いた|说|写道|說|寫道)[^。！？：:\n]{0,6}
    )[:：]`).replaceAll(/\s{2,}/g, ''),
  'giu'
)

/** What is long, and nobody's own by its name; "note", "story" and "plan" may be. */
const long = joined(String.raw`
  lyrics|article|essay|transcript|excerpt|passage|poem|press release|job ad|job posting|
  job description|blog ?post|newsletter|
  liedtext|songtext|artikel|aufsatz|gedicht|auszug|pressemitteilung|stellenanzeige|songtekst|gedicht|vacature|
  paroles|poème|extrait|communiqué|letra|artículo|poema|extracto|testo della canzone|articolo|poesia|artigo|trecho`)
const offering = joined(String.raw`
  here(?:'s| is| are| comes?)|this is|below is|hier (?:ist|is|kommt|komt)|dit is|das ist|voici|voilà|
  aquí (?:está|va|tienes)|este es|ecco|questo è|aqui (?:está|vai)|segue`)
const mails = joined(String.raw`
  e-?mail|mail|message|letter|text|post|draft|
  paragraph|description|review|story|log|error|output|report|
  nachricht|brief|bericht|lettre|courriel|correo|carta|mensaje|lettera|
  messaggio|mensagem|courrier`)
const article = joined(String.raw`
  the|an?|my|our|der|die|das|ein|eine|de|het|een|le|la|l'|un|une|el|los|las|una|il|lo|o|os|as|um|uma|les`)

/** "Here is the article: …", "lyrics: …", "Fwd from my landlord: …". */
export const presenting = new RegExp(
  joined(String.raw`(?:
    (?<![\p{L}\p{N}])(?:${offering})\s(?:(?:${article})\s?)(?:\p{L}{1,20}\s){0,2}(?:${long}|${mails})
    (?![\p{L}\p{N}])[^.!?:\n]{0,60}
    |(?<=^|[.!?]\s)(?:(?:the|song|news|full|original)\s){0,2}(?:${long})(?![\p{L}\p{N}])[^.!?:\n]{0,60}
    |(?<=^|[.!?]\s)(?:fwd?|wg|forwarded|weitergeleitet|doorgestuurd|transféré|reenviado|inoltrato|encaminhado)
    (?![\p{L}\p{N}])[^.!?:\n]{0,60}
    )[:：]`),
  'gimu'
)

/** From here on it is a message of another: a forwarded mail, the history below a reply. */
export const forwarding = new RegExp(
  joined(String.raw`^[ \t]{0,40}(?:
    -{2,99}\s?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|
    message transféré|mensaje original|mensaje reenviado|messaggio originale|mensagem original|oorspronkelijk bericht).*
    |begin forwarded message:.*
    |(?:on|am|le|el|il|em|op)\s.{4,80}\s(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef)\b.{0,60}:
    )$`).replaceAll(/\s{2,}/g, ''),
  'gimu'
)

const sent = 'from|von|van|de|da|från|fra|od|от'
const subject = 'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|temat|тема'
const dated = 'sent|gesendet|envoyé|enviado|inviato|verzonden|skickat|sendt|wysłano|отправлено'
const date = 'date|datum|fecha|data|дата'
const to = 'to|an|à|aan|para|a|till|til|do|кому'
const otherHead = `${date}|${to}|cc|reply-to|copie`
const line = `[ \\t]{0,40}\\*{0,2}(?:${sent}|${subject}|${dated}|${otherHead})\\*{0,2} ?:[^\\n]{1,400}`

/** Two lines or more that head a mail. */
export const heads = new RegExp(`^${line}(?:\\n${line}){1,9}$`, 'gimu')
export const sender = new RegExp(`^[ \\t]{0,40}\\*{0,2}(?:${sent})\\*{0,2} ?:[ \\t]{0,9}(\\S[^\\n<]{0,80})`, 'imu')
export const dateHead = new RegExp(`^[ \\t]{0,40}\\*{0,2}(?:${date})\\*{0,2} ?:`, 'imu')
export const toHead = new RegExp(`^[ \\t]{0,40}\\*{0,2}(?:${to})\\*{0,2} ?:`, 'imu')
export const mailOnly = new RegExp(`^[ \\t]{0,40}\\*{0,2}(?:${subject}|${dated})\\*{0,2} ?:`, 'imu')

const greetings = joined(String.raw`
  dear|hi|hello|hey|good (?:morning|afternoon|evening|day)|beste|lieve|geachte|hallo|hoi|dag|goedemorgen|goedendag|
  liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|moin|servus|ch(?:er|ère)s?|bonjour|bonsoir|salut|coucou|
  madame|
  monsieur|hola|querid[oa]s?|estimad[oa]s?|buen[oa]s (?:días|tardes)|ciao|salve|car[oaie]|gentile|egregi[oa]|
  buongiorno|prezad[oa]s?|olá|oi|bom dia|kjære|kære|hei|hej|kära|cześć|drog[ia]|szanown[yia]|witaj|
  дорог(?:ой|ая|ие)|уважаем(?:ый|ая|ые)|здравствуйте|привет`)
/** Who is greeted so is the one that reads: the assistant. */
const reading = 'there|assistant|bot|chatbot|ai|chatgpt|claude|gemini|copilot|support'
const greeted = `(?:${greetings})(?! (?:${reading})(?![\\p{L}]))(?: [^,;!.:?\\n]{1,50})?(?:,|!|:|$)`

const anyone = joined(String.raw`
  team|all|everyone|everybody|folks|sirs?|madam|sir or madam|support team|customer (?:service|support)|zusammen|
  damen und herren|allemaal|heer|mevrouw|(?:à )?tous|madame|monsieur|madame, monsieur|todos|equipo|a tutti`)
/** A greeting that names no person. */
export const unaddressed = new RegExp(`^(?:${greetings})(?: (?:${anyone}))?(?:,|!|:|$)`, 'iu')

export const greeting = new RegExp(`(?<=^[ \\t]{0,9}|[.!?:] )${greeted}`, 'gimu')
export const beginsLetter = new RegExp(`^(?:${greeted}|${line}$)`, 'imu')

const formally = joined(String.raw`
  (?:with )?(?:kind|kindest|best|warm|warmest) regards|regards|best wishes|yours (?:sincerely|faithfully|truly)|
  sincerely(?: yours)?|respectfully|mit freundlichen? grü(?:ß|ss)en|freundliche grü(?:ß|ss)e|mfg|hochachtungsvoll|
  met vriendelijke groet(?:en)?|vriendelijke groet(?:en)?|hoogachtend|(?:bien )?cordialement|
  (?:sincères|cordiales) salutations|atentamente|un cordial saludo|cordiali saluti|distinti saluti|atenciosamente|
  (?:com os )?(?:melhores )?cumprimentos|(?:med )?vennlig hilsen|med venlig hilsen|(?:med )?vänliga? hälsning(?:ar)?|
  z poważaniem|с уважением|groetjes|(?:viele|liebe) grü(?:ß|ss)e`)
const fondly = joined(String.raw`
  best|all the best|cheers|many thanks|thanks(?: again)?|thank you|love|lots of love|hugs|xoxo|take care|
  see you(?: soon)?|talk soon|yours|warmly|(?:veel )?liefs|
  (?:veel |hartelijke )?groeten|groet|
  tot (?:snel|gauw)|
  (?:liebe|viele|herzliche|schöne|beste)n? grü(?:ß|ss)e|(?:liebe[nr]?|viele[nr]?|schönen) gru(?:ß|ss)|gru(?:ß|ss)|
  grü(?:ß|ss)e|lg|vg|bis bald|dein[e]?|(?:gros )?bisous|bises|je t'embrasse|amitiés|amicalement|à bientôt|merci|
  (?:un )?(?:fuerte )?abrazos?|saludos|besos|gracias|un abbraccio|baci|saluti|a presto|grazie|(?:um )?abraços?|
  beijos|obrigad[oa]|hilsen|klem|hälsningar|kram|pozdrawiam|pozdrowienia|обнимаю|целую`)

export const closing = new RegExp(
  `(?<=^[ \\t]{0,9}|[.!?…] )(?:${formally}|${fondly})(?![\\p{L}\\p{N}])`,
  'gimu'
)
/** Whatever it says: a short line with a comma, or below an empty line, above a name alone. */
const plainWord = String.raw`[^\s\d.,:;!?]{1,20}`
export const lastWords = new RegExp(
  joined(String.raw`^(?:${plainWord}(?: ${plainWord}){0,3}(?=,\n)
    |(?<=\n[ \t]{0,9}\n)${plainWord}(?: ${plainWord}){0,2}(?=\n\p{Lu}))`),
  'gmu'
)
export const formal = new RegExp(`^(?:${formally})$`, 'iu')
/** A name alone, on the same line or the next. */
const word = String.raw`\p{Lu}[\p{L}.'’-]{0,30}`
export const signature = new RegExp(
  joined(String.raw`^(?:[,.!]?[ \t]{0,9}\n\s{0,3}|[,!.]? )((?:[Tt]u |[Yy]our )?${word}(?: ${word}){0,3})(?: ?[xX]{1,3})?
    [ \t]{0,9}(?=[.!]?(?:\s*$|\n)|(?<=\.) |[.!] )`),
  'u'
)
