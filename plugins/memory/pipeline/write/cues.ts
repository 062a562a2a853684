/**
 * Our own reading of a quote: which of its words end, correct, deny, forget or merely consider something, and which
 * predicate they speak of.
 * English, German, French, Spanish, Italian, Portuguese and Dutch, with the commonest words of Russian, Chinese,
 * Japanese and Korean.
 * A language that is missing here ends nothing by its words alone: both facts stay.
 */
import { fold } from '../../../../domain/text/analyse.ts'

/** A list that is written over several lines. */
function joined (alternatives: string): string {
  return alternatives.replace(/\n\s*/g, '')
}

/**
 * Alternatives between word boundaries; the text is folded before, so that ASCII boundaries hold for alphabetic
 * scripts.
 */
function words (alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${joined(alternatives)})(?![\\p{L}\\p{N}])`, 'u')
}

const negating = words(String.raw`
  not|no|never|none|neither|nor|without|cannot|\w+n't|dont|doesnt|didnt|isnt|wasnt|wont|cant|nicht|kein\w*|nie|
  niemals|ohne|pas|jamais|sans|non|senza|nunca|jamas|sin|nao|sem|niet|geen|nooit|zonder|inte|aldrig|ikke|не|нет|
  никогда|без`)
const negatingUnspaced = /不|没|沒|無い|ない|ません|않|아니|못/u

const ending = words(String.raw`
  no longer|any ?more|any longer|stop(?:s|ped|ping)?|quit\w*|(?:gave|give|given|giving) up|sold|left|leaving|
  ended|is over|finished|cancel\w*|dropp?(?:ed|ing)|lost|died|dead|passed away|(?:broke|split|broken) up|
  divorced|separated|retired|resign\w*|fired|laid off|used to|former\w*|got rid|gave away|threw|switch\w*|
  replac\w*|swapp\w*|traded|instead|rather than|uninstall\w*|unsubscrib\w*|closed|ditched|abandon\w*|dumped|
  expired|returned|removed|deleted|moved (?:out|away|from)|grew out|done with|fed up|went off|nicht mehr|
  kein\w* (?:\S+ )?mehr|aufgehort|aufgegeben|verkauft|gekundigt|verlassen|getrennt|geschieden|gestorben|
  verstorben|beendet|abgesagt|verloren|umgestiegen|gewechselt|ersetzt|statt|stattdessen|anstatt|anstelle|
  fruher\w*|ehemalig\w*|abgeschafft|vorbei|ausgezogen|(?:ne|n'\S+) (?:\S+ ){0,3}plus|arrete\w*|quitte\w*|
  vendu\w*|cesse|abandonne\w*|perdu\w*|morte?|decede\w*|divorce\w*|separe\w*|remplace\w*|au lieu|ancien(?:ne)?|
  annule\w*|demissionn\w*|ya no|deje|dejo|dejado|vendi\w*|renuncie|murio|fallecio|perdi|termine|termino|
  cancele\w*|cancelado|divorcie|separe|en vez|en lugar|cambie|antes|non (?:\S+ ){1,3}piu|smesso|lasciato|
  venduto|mollato|morto|perso|finito|annullato|divorziat[oa]|separat[oa]|invece|al posto|sostituito|abbandonato|
  ja nao|nao (?:\S+ ){1,3}mais|deixei|parei|larguei|morreu|faleceu|terminei|cancelei|em vez|troquei|niet meer|
  geen (?:\S+ )?meer|gestopt|verkocht|opgezegd|verlaten|overleden|gescheiden|geannuleerd|kwijt|in plaats|
  больше не|бросил\w*|продал\w*|уволил\w*|перестал\w*|умер\w*|развел\w*|отменил\w*|вместо`)
const endingUnspaced =
  /やめ|辞め|売っ|別れ|亡くな|もう.{0,12}ない|不再|戒了|卖了|賣了|辞了|离开|去世|取消|分手|그만|끊었|팔았|헤어|더 이상/u

const correcting = words(String.raw`
  actually|correction|corrected|sorry|(?:i|we) meant|meant|mistake\w*|mistook|was wrong|were wrong|wrong|
  (?:no|oh|ah|hm+|hold on)[,.]? (?:wait|no)|wait|scratch that|misspoke|after all|my bad|oops|to be precise|
  let me correct|on second thought|changed my mind|eigentlich|korrektur|doch|sorry|ich meinte|verwechselt|
  falsch|quatsch|moment|en fait|correction|pardon|je voulais dire|finalement|trompee?|en realidad|perdon|
  correccion|quise decir|me equivoque|al final|in realta|scusa|volevo dire|correzione|sbagliato|alla fine|
  na verdade|desculpa|quis dizer|correcao|afinal|eigenlijk|correctie|ik bedoelde|toch|вообще-то|поправка|точнее|
  ошибся|ошиблась`)
const correctingUnspaced = /実は|訂正|間違え|やっぱり|其实|其實|更正|说错|說錯|사실은|정정/u

const changing = words(String.raw`
  mov(?:ed|ing)|now|then|new|changed|became|become|promoted|joined|started|since then|later|nun|jetzt|dann|
  neue?[rsn]?|(?:um)?gezogen|geworden|maintenant|puis|demenage\w*|ahora|luego|mude|adesso|ora|poi|agora|depois|
  nu|теперь|сейчас`)
const changingUnspaced = /今|引っ越|现在|搬|이제|지금/u

/**
 * Wished, planned, dreamt, supposed: what is said so is not so. Tested on the text as written, because "may" is no
 * "May".
 */
const considering = words(String.raw`
  might|(?<!\d )may(?! \d)|maybe|perhaps|probably|possibly|could|would|should|wants?|wanted|wish\w*|
  hop(?:e|es|ing)|(?:i|we|they|she|he) plan(?:ned)?|plans? (?:to|on|for)|planning|intend\w*|consider\w*|
  thinking (?:of|about)|thought (?:of|about)|dream\w*|dreamt|almost|nearly|if|someday|some day|one day|
  eventually|imagin\w*|pretend\w*|suppos\w*|hypothetical\w*|tempted|as though|let's say|unless|apply(?:ing)?|
  applied|interview\w*|offered|looking (?:for|to|at|into)|vielleicht|wurde|konnte|mochte|sollte|wollen|wollte|
  wunsche?|plane (?:zu|nach)|hoffe|uberlege\w*|erwage|beinahe|wenn|falls|traum\w*|getraumt|peut-etre|pourrais|
  voudrais|veux|aimerais|espere|envisage|presque|si (?:je|j'|on|nous)\S*|reve|quizas?|tal vez|podria|quisiera|
  quiero|gustaria|espero|planeo|pienso|casi|si (?:yo|me|pudiera|viviera|fuera)|sone|forse|potrei|vorrei|voglio|
  spero|penso|quasi|se (?:io|fossi|vivessi|eu)|talvez|poderia|gostaria|quero|pretendo|quase|misschien|zou|hoop|
  overweeg|bijna|als ik|может|возможно|хочу|хотел\w*|планирую|надеюсь|если|почти`)
const consideringUnspaced =
  /かもしれ|たい[。!！]?$|たいと|予定|つもり|もし|可能|也许|想要|打算|希望|如果|差点|싶|만약|아마/u

/** "I will", "I am going to": so only from the day that is named. */
const announcing = words(String.raw`
  will|\w+'ll|shall|going to|gonna|about to|werde|werden|vais|allons|voy a|vamos a|vou|ga|буду`)

/** Beside the old one, not instead of it. */
const adding = words(String.raw`
  also|too|as well|another|additionally|second|part-?time|both|besides|in addition|sometimes|auch|ausserdem|
  zusatzlich|weiteres?|aussi|egalement|autre|tambien|ademas|otro|otra|anche|inoltre|altro|altra|tambem|outro|
  outra|ook|daarnaast|тоже|также|ещё`)
const addingUnspaced = /也|还|還|另外|も/u

const courtesies = joined(String.raw`
  oh|ok|okay|hey|bitte|please|por favor|per favore|s'il (?:te|vous) plait|alsjeblieft|now|and|then|so|can|could|
  would|will|you|must|should|have to|need to|i want you to|i'd like you to|kannst du|konntest du|puedes|peux-tu|
  pouvez-vous|ignore \S+ \S+ instructions(?: and)?`)
const forgettingVerbs = joined(String.raw`
  forget|erase|delete|remove|disregard|stop remembering|do(?: not|n't) remember|vergiss|vergessen sie|losche?|
  loschen sie|streiche|oublie[zsr]?|efface[zsr]?|supprime[zsr]?|olvida\w*|olvide|borra\w*|borre|elimina|
  dimentica\w*|cancella\w*|esquece?a?|apaga?|apague|vergeet|verwijder|wis|glom|забудь\w*|удали\w*`)

/** An order to forget, at the beginning of a sentence; "I forgot" and "don't forget" are none. */
const forgetting = new RegExp(`^(?:(?:${courtesies})[,:]? )*(?:${forgettingVerbs})(?![\\p{L}\\p{N}])`, 'u')
const forgettingUnspaced = /忘れて|忘れろ|削除して|消して|忘记|忘掉|忘了吧|删除|刪除|잊어|지워|삭제/u

/** What a wish to forget consists of beside what it is about. */
export const forgettingWords = new Set(
  `forget forgotten erase delete remove disregard remember stop memory memories memorie memori everything everyth
    anything anyth all every each about know knew told tell said say please instruction instructions instruct
    previous previou ignore prompt system rule fact facts information info data detail record records thing
    things vergiss vergessen losche bitte alles uber mich mir dass oublie tout moi que olvida todo mi sobre
    borra dimentica tutto di me esquece tudo vergeet alles over user`.split(/\s+/)
)

const relations = joined(String.raw`
  wife|husband|partner|girlfriend|boyfriend|fiancee?|spouse|mother|father|mom|mum|mommy|dad|daddy|parents?|
  brother|sister|siblings?|son|daughter|child|children|kids?|baby|grandmother|grandfather|grandma|grandpa|
  granny|aunt|uncle|cousins?|nephew|niece|friends?|buddy|colleagues?|coworkers?|co-workers?|boss|manager|
  neighbou?rs?|roommates?|flatmates?|teacher|in-laws?|(?:mother|father|sister|brother|son|daughter)-in-law|dog|
  cat|puppy|kitten|horse|ex(?:-\w+)?|frau|mann|mutter|vater|mama|papa|eltern|bruder|schwester|sohn|tochter|
  kind(?:er)?|oma|opa|tante|onkel|cousine?|neffe|nichte|freund(?:in|e|innen)?|kollegin?n?e?n?|chefin?|
  nachbar\w*|hund|katze|femme|mari|mere|pere|parents|frere|soeur|fils|fille|enfants?|oncle|cousin|
  ami(?:e|s|es)?|collegues?|patron|voisine?s?|chien|chat|esposa|esposo|marido|mujer|novi[oa]|madre|padre|padres|
  herman[oa]s?|hij[oa]s?|abuel[oa]s?|ti[oa]s?|prim[oa]s?|amig[oa]s?|coleg[oa]s?|jef[ea]|vecin[oa]s?|perr[oa]|
  gat[oa]|moglie|marito|fratello|sorella|figli[oa]|nonn[oa]|zi[oa]|cugin[oa]|amic[oa]|collega|cap[oa]|vicin[oa]|
  cane|gatto|mae|pai|irmao?|irma|filh[oa]|vo|av[oa]|chefe|vizinh[oa]|vrouw|man|moeder|vader|broer|zus|zoon|
  dochter|vriend(?:in)?|buurman|buurvrouw|hond|kat`)

const own = joined(String.raw`
  my|our|mein\w*|unser\w*|mon|ma|mes|notre|nos|mi|mis|nuestr\w*|mio|mia|miei|mie|il mio|la mia|nostr\w*|meu|
  minha|meus|minhas|nosso|nossa|mijn|onze?|мой|моя|моего|наш\w*`)

const openings = 'and|but|so|also|well|oh|actually|correction|now|today|yesterday|und|aber|et|mais|y|pero|e|ma'

/** "My brother Max …", "Our neighbours …", at the beginning of a clause: said of them. */
const ofAnother = new RegExp(
  joined(String.raw`^(?:(?:${openings})[,:]? )*(?:${own}) (?:\p{L}+ ){0,2}(?:${relations})
    (?:'s? (?:\p{L}+ ){0,2}\p{L}+)?(?![\p{L}\p{N}])`),
  'u'
)
const firstPerson = words(String.raw`
  i|i'(?:m|ve|ll|d)|im|ive|we|we'(?:re|ve|ll)|me|us|my|our|mine|ich|wir|mir|mich|uns|mein\w*|unser\w*|je|j'\w*|
  nous|moi|mon|ma|mes|yo|mi|mis|me|nosotros|io|noi|mio|mia|eu|meu|minha|nos|ik|wij|mijn|ons|я|мы|мой|моя|меня|
  мне`)

/**
 * Words that speak of a predicate, for those that hold one value at a time and those whose end is told in words of
 * their own.
 */
const ofPredicate: Record<string, RegExp> = {
  name: words(String.raw`
    name[ds]?|called|call me|known as|heisse?t?|nenn\w*|m'appelle|appelle\w*|nom|llamo|llama\w*|nombre|chiamo|
    nome|chamo|heet|naam|зовут|имя`),
  age: words(String.raw`
    years? old|aged?|turn(?:ed|ing)?|birthday|(?:i'm|i am|im|is) \d{1,3}|jahre|alt|ans|anos|anni|jaar|лет`),
  birthday: words(String.raw`
    birthday|born|birth|geburtstag|geboren|anniversaire|nee?|cumpleanos|naci|compleanno|nat[oa]|aniversario|
    nasci|verjaardag|jarig`),
  lives_in: words(String.raw`
    liv(?:e|es|ing)|lived|mov(?:e|ed|es|ing)|resid\w*|relocat\w*|home|flat|apartment|house|based|settled|
    wohn\w*|leb(?:e|t|en)|gezogen|umgezogen|ziehe|zuhause|habit\w*|vis|vit|vivons|demenag\w*|installe\w*|
    viv(?:o|e|imos|iendo)|mud(?:e|o|ado|amos|ei|ou)|resido|abit\w*|trasferit\w*|moro|woon\w*|verhuis\w*|жив\w*|
    переехал\w*`),
  comes_from: words(String.raw`
    from|born|grew up|hometown|native|aus|stamm\w*|aufgewachsen|viens|originaire|soy de|vengo|sono di|venho|
    sou de|kom uit|родом`),
  works_at: words(String.raw`
    work(?:s|ed|ing)?(?: at| for| with)?|job|employ\w*|joined|join|hired|company|started (?:at|with)|left|quit|
    fired|laid off|resign\w*|arbeit\w*|firma|angestellt|angefangen|travaill\w*|entreprise|embauche\w*|trabaj\w*|
    empresa|lavor\w*|azienda|trabalh\w*|werk|werkt?|bedrijf|работа\w*`),
  job_title: words(String.raw`
    work(?:s|ed|ing)? as|promot\w*|became|become|title|position|role|job as|
    (?:i am|i'm|im) (?:now |currently )?(?:an?|the)|profession|career|appointed|als|befordert|geworden|beruf|
    stelle|promue?|devenue?|poste|comme|ascendid[oa]|ascendieron|puesto|como|promoss[oa]|diventat[oa]|come|
    promovid[oa]|bevorderd|geworden|beroep`),
  marital_status: words(String.raw`
    married|marry|single|divorc\w*|engaged|widow\w*|separated|relationship|wedding|verheiratet|geheiratet|ledig|
    geschieden|verlobt|marie\w*|celibataire|fiance\w*|casad[oa]|case|solter[oa]|comprometid[oa]|sposat[oa]|
    single|celibe|fidanzat[oa]|casei|solteir[oa]|getrouwd|verloofd|gescheiden|женат|замужем`),
  partner: words(String.raw`
    wife|husband|partner|girlfriend|boyfriend|engaged|married|dating|frau|mann|freund(?:in)?|femme|mari|copine?|
    novi[oa]|espos[oa]|moglie|marito|vrouw`),
  studies_at: words(String.raw`
    stud(?:y|ies|ying|ied)|university|school|college|enrol\w*|transferr\w*|studier\w*|uni|universitat|etudie\w*|
    fac|estudi\w*|universidad|studio|studeer`),
  diet: words(String.raw`
    diet|vegan\w*|vegetarian\w*|pescat\w*|eat(?:s|ing)?|meat|keto|vegetari\w*|ess[et]?|mange|como|mangio|eet`),
  scheduled_for: words(String.raw`
    on|at|moved|rescheduled|postponed|pushed|shifted|meeting|appointment|deadline|due|takes place|am|verschoben|
    termin|reporte\w*|rendez-vous|cita|appuntamento|afspraak`),
  owns: words(String.raw`
    own(?:s|ed)?|sold|bought|have|got|drive|car|verkauft|besitze|habe|vendu|vendi\w*|venduto|verkocht`),
  uses: words(String.raw`
    us(?:e|es|ed|ing)|switch\w*|uninstall\w*|replac\w*|migrat\w*|nutze\w*|benutze\w*|verwende\w*|utilis\w*|uso|
    utilizo|usa|gebruik\w*`),
  likes: words(String.raw`
    lik(?:e|es|ed|ing)|lov(?:e|es|ed|ing)|enjoy\w*|fan|stand|hate|hobby|mag|liebe|aime\w*|adore|gusta\w*|
    encanta\w*|piace|amo|gosto|hou van`),
  friend: words(String.raw`friends?|freund\w*|amie?s?|amig[oa]s?|amic[oa]|vriend\w*`),
  has_pet: words(String.raw`pet|cat|dog|died|katze|hund|chat|chien|gat[oa]|perr[oa]`)
}

const ofPredicateUnspaced: Record<string, RegExp> = {
  name: /名前|呼んで|といいます|叫|名字|이름/u,
  age: /歳|才|岁|歲|살/u,
  birthday: /誕生日|生まれ|生日|출생|생일/u,
  lives_in: /住|引っ越|引越|移っ|搬|居|살|이사/u,
  works_at: /勤|働|入社|転職|工作|上班|就职|跳槽|회사|일하|직장/u,
  job_title: /昇進|になった|になりまし|职位|升|승진|됐/u,
  marital_status: /結婚|离婚|離婚|结婚|婚约|婚約|결혼|이혼/u
}

const folded = (text: string): string => fold(text).replace(/[‘’`´]/g, "'")

export function isDenied (text: string): boolean {
  return negating.test(folded(text)) || negatingUnspaced.test(text)
}

export function isEnded (text: string): boolean {
  return ending.test(folded(text)) || endingUnspaced.test(text)
}

/** Something took the place of something else, as far as these words go. */
export function tellsOfChange (text: string): boolean {
  return isCorrected(text) || isEnded(text) || changing.test(folded(text)) || changingUnspaced.test(text)
}

export function isCorrected (text: string): boolean {
  return correcting.test(folded(text)) || correctingUnspaced.test(text)
}

export function isConsidered (text: string): boolean {
  // "May" the month is written with a capital, which folding would lose.
  return considering.test(folded(text.replace(/(?<!^)\bMay\b/g, ''))) || consideringUnspaced.test(text)
}

export function isAnnounced (text: string): boolean {
  return announcing.test(folded(text))
}

export function isAdded (text: string): boolean {
  return adding.test(folded(text)) || addingUnspaced.test(text)
}

/** Sentences that ask to forget something. */
export function wishesToForget (text: string): string[] {
  return sentencesOf(text).filter(sentence =>
    (forgetting.test(folded(sentence).replace(/^\P{L}+/u, '')) &&
      !/\b(?:don't|do not|never) forget/.test(folded(sentence))) || forgettingUnspaced.test(sentence)
  )
}

/** True when the clause is said of somebody else than the speaker. */
export function speaksOfAnother (clause: string): boolean {
  const text = folded(clause).trim()
  if (ofAnother.test(text)) return true
  // "Max moved to London": a name in front and no first person at all.
  return /^(?:\p{L}+[:,]\s+)?\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?\s+(?:\p{Ll}+(?:s|ed|t|te|to|do)|is|was|has|hat|ist|est|es|è|vive|a)\s/u
    .test(clause.trim()) && !firstPerson.test(text)
}

export function speaksOfPredicate (text: string, predicate: string): boolean {
  return (ofPredicate[predicate]?.test(folded(text)) ?? false) || (ofPredicateUnspaced[predicate]?.test(text) ?? false)
}

export function sentencesOf (text: string): string[] {
  return text.split(/(?<=[.!?。！？\n])\s*/u).filter(sentence => sentence.trim() !== '')
}

/** Parts of a quote that say one thing each: cues reach no further than that. */
export function clausesOf (text: string): string[] {
  return text.split(
    /(?:[.!?。！？；;，、\n]|[,:](?!\d))\s*|\s+(?:and|but|und|aber|sondern|et|mais|y|pero|sino|ma|mas|maar|och|men|и|но|а)\s+/iu
  ).filter(clause => clause.trim() !== '')
}

/**
 * The text without what others are quoted with in it: speech in quotation marks, forwarded lines, code. A title in
 * quotation marks stays.
 */
export function withoutSpeech (text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/^[ \t]*>.*$/gm, ' ')
    .replace(
      /["“„«]([^"“”„«»]{1,2000})["”“»]/gu,
      (span, inside: string) => firstPerson.test(folded(inside)) || /[.!?]\s*$/.test(inside) ? ' ' : span
    )
}
