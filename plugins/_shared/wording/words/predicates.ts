/** Words that speak of a predicate. */
import { words } from './lists.ts'

/**
 * Words that speak of a predicate, for those that hold one value at a time and those whose end is said in words of
 * their own.
 */
export const ofPredicate: Record<string, RegExp> = {
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

export const ofPredicateUnspaced: Record<string, RegExp> = {
  name: /名前|呼んで|といいます|叫|名字|이름/u,
  age: /歳|才|岁|歲|살/u,
  birthday: /誕生日|生まれ|生日|출생|생일/u,
  lives_in: /住|引っ越|引越|移っ|搬|居|살|이사/u,
  works_at: /勤|働|入社|転職|工作|上班|就职|跳槽|회사|일하|직장/u,
  job_title: /昇進|になった|になりまし|职位|升|승진|됐/u,
  marital_status: /結婚|离婚|離婚|结婚|婚约|婚約|결혼|이혼/u
}
