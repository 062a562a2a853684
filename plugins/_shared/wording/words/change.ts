/** Words that deny, end, correct and change. */
import { joined, words } from './lists.ts'

export const negating = words(String.raw`
  not|no|never|none|neither|nor|without|cannot|\w+n't|dont|doesnt|didnt|isnt|wasnt|wont|cant|nicht|kein\w*|nie|
  niemals|ohne|pas|jamais|sans|non|senza|nunca|jamas|sin|nao|sem|niet|geen|nooit|zonder|inte|aldrig|ikke|не|нет|
  никогда|без`)
export const negatingUnspaced = /不|没|沒|無い|ない|ません|않|아니|못/u

export const ending = words(String.raw`
  no longer|any ?more|any longer|stop(?:s|ped|ping)?|quit\w*|(?:gave|give|given|giving) up|sold|left(?!-)|leaving|
  ended|is over|finished|cancel\w*|dropp?(?:ed|ing)|lost|died|dead|passed away|(?:broke|split|broken) up|
  divorced|separated|retired|resign\w*|fired|laid off|used to|former\w*|got rid|gave away|threw|switch\w*|
  migrat\w*|transition(?:ed|ing)|pivot(?:ed|ing)|replac\w*|swapp\w*|traded|instead|rather than|
  uninstall\w*|unsubscrib\w*|closed|ditched|abandon\w*|dumped|
  (?:signed|handed|made|passed) (?:it|(?:the|my|our) (?:\S+ ){0,2}\S+) over|
  expired|returned|removed|deleted|moved (?:out|away|from|on from)|grew out|done with|fed up|went off|
  parted (?:ways|company)|said goodbye to|let (?:the|my|our) (?:\S+ ){1,3}go|binned|scrapped|chucked|donated|rehomed|
  auctioned|phased out|packed in|jacked in|call(?:ed|ing) it (?:quits|a day)|hung up (?:my|the|his|her|our)|
  (?:took|taken|weaned) (?:me|us|him|her|them) off|wrote (?:the|my|our) (?:\S+ ){1,2}off|no more(?! than)|
  (?:went|gone|off) to (?:the |a )?(?:charity shop|scrap\w*|tip|dump|skip|breakers?|recycling|auction|bin)|nicht mehr|
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
/** "I've not given up Italian", "we're not divorced": it goes on. English. */
export const notEnding = new RegExp(
  joined(String.raw`
    \b(?:not|never|\w+n't|dont|didnt|havent|hasnt|wont)\s
    (?:(?:yet|really|actually|fully|completely|quite|even|ever|just|officially|been|going to|gonna|about to) ){0,2}
    (?:stop\w*|quit\w*|(?:gave|give|given|giving) up|sold|sell\w*|left|leave|leaving|ended?|finish\w*|cancel\w*|
    drop(?:ped|ping)?|lost|lose|died|(?:broke|split|broken|break) up|divorc\w*|separated|retir\w*|resign\w*|fired|
    switch\w*|migrat\w*|replac\w*|swapp\w*|closed?|abandon\w*|returned|removed|deleted|moved? (?:out|away))\b`),
  'g'
)

/** What ends the employment that is named right behind it, or right in front of it. */
export const employmentOver = joined(String.raw`
  (?<!\p{L})(?:quit|left|resigned from|retired from|stopped working (?:at|for|with)|
  (?:got |was |been )(?:fired|laid off|let go|made redundant) (?:from|by|at)|
  (?:quit|left|lost|resigned from) (?:my )?(?:job|work|position|post|role) (?:at|with|in))(?: the| my| our)? `)
export const employmentOverBehind = ' (?:ist |wurde |hab(?:e)? ich |wurde ich )?(?:\\p{Ll}+ )?(?:gekündigt|aufgehört)'
export const endingUnspaced =
  /やめ|辞め|売っ|別れ|亡くな|もう.{0,12}ない|不再|戒了|卖了|賣了|辞了|离开|去世|取消|分手|그만|끊었|팔았|헤어|더 이상/u

/** Weaker than those: "Shopify's gone", "the gym went bankrupt", "we wrote the car off". */
export const gone = words(String.raw`
  (?:is|are|was|were|it|that|all|\w+'s|\w+'re) (?:\w+ )?(?:gone|out|off|over)|(?:gone|went|came|come) (?:off|from)|shut|
  stolen|folded|bankrupt|shelved|scrapped|axed|retired?|(?:wind|wound|winding) down|decided against|kicked|cut off|
  (?:wrote|written|signed|gave|handed|sold|put|took|taken|tore|tearing|ripp\w+|thr\w+) (?:\S+ ){0,3}
  (?:off|over|out|away|back|down)`)

export const liking = words('likes?|loves?|enjoys?|adores?|fond of')
export const disliking = words(String.raw`
  hates?|dislikes?|detests?|loathes?|(?:can't|cannot|can not|couldn't) stand|
  (?:don't|doesn't|do not|does not) (?:really )?(?:like|enjoy)|not (?:a fan of|fond of|keen on)`)

/**
 * What was said is another word than was meant: not "what am I meant to do", "living there was a mistake", "what's
 * wrong with it", "after all these years".
 */
const misspoken = joined(String.raw`
  (?:(?:i|we) (?:(?:only|just|really|actually) )?|(?<=^\P{L}{0,9}|[,.;:!?–—-] ?|(?:typo|sorry|no|oops|and|but) ))
  meant(?! (?:(?:what|every|well|for|a lot)(?!\p{L})|to (?!say|write|type|put|mention)))|
  my mistake|mistook|mistaken|(?:made|make) (?:a|the) mistake(?= ?(?:$|[,.;:!–—-]))|
  (?<=(?:^|[,.;:!?–—-] ?)(?:that|this|it)(?:'s| is| was) a )mistake|
  (?<!(?:what(?:'s| is| was)?|something|anything|nothing|go|goes|going|gone|went|not|n't|the)
  (?: (?:is|was|be|seriously|really|gone|went|going|to go))? )wrong(?! with(?!\p{L}))|
  the wrong(?= (?:date|day|time|month|year|number|name|one|address|place|word|figure|price|amount|age|person)\b)|
  after all(?! (?:the|these|those|that|this|of|my|our|his|her|their|i|we)(?!\p{L}))`)
/** "Wait, it's the 14th", and not "I wait tables", "the wait", "wait what". */
const waiting = joined(String.raw`
  (?<=^\P{L}{0,9}|[,.;:!?…–—-] ?|(?:no|oh|ah|um|uh|hm+|so|ok|okay|also|and|but|actually|sorry|hang on|hold on),? )
  wait(?!,? (?:what|when|why|how|who|where|since|until|till?|and see|for|is|are|was|a|tables?|lists?|times?)(?!\p{L}))|
  wait,? (?:no|actually|sorry)`)
export const correcting = words(String.raw`
  actually|correction|stand corrected|corrected (?:me|myself)|
  (?<!(?:say|says|said|saying|write|wrote|feel|felt|is|are|was|were|so|really|be) )sorry(?! (?:to|if|
  for(?! the (?:confusion|mix|mistake|error|typo|slip))|about(?! that))(?!\p{L}))|
  ${misspoken}|(?:no|oh|ah|hm+|hold on)[,.]? (?:wait|no)|${waiting}|scratch that|misspoke|my bad|oops|to be precise|
  turn(?:s|ed) out (?:it|they) (?:(?:is|are|was|were) ?(?:n't|not|never))|
  let me correct|on second thought|changed my mind|eigentlich|korrektur|doch|ich meinte|verwechselt|
  falsch|quatsch|(?<!(?:this|that|an?|any|the|every|one|last) )moment|
  en fait|pardon|je voulais dire|finalement|trompee?|en realidad|perdon|
  correccion|quise decir|me equivoque|al final|in realta|scusa|volevo dire|correzione|sbagliato|alla fine|
  na verdade|desculpa|quis dizer|correcao|afinal|eigenlijk|correctie|ik bedoelde|toch|вообще-то|поправка|точнее|
  ошибся|ошиблась`)
/** Where those words are sure to correct: "actually, it's Tuesday", and not "everyone I actually know". */
export const correctingFirst = new RegExp(
  joined(String.raw`^\P{L}*(?:(?:oh|ah|no|hm+|and|but)\P{L}+)*
    (?:actually|correction|sorry|wait|scratch that|my bad|oops|(?:i|we) meant)(?!\p{L})|
    (?<!\p{L})(?:${misspoken}|changed my mind|scratch that)(?!\p{L})`),
  'u'
)
export const correctingUnspaced = /実は|訂正|間違え|やっぱり|其实|其實|更正|说错|說錯|사실은|정정/u

export const changing = words(String.raw`
  mov(?:ed|ing)|now(?! and (?:then|again))|(?<!now and )then|new|changed|raised|lowered|reduced|(?:in|de)creased|
  (?:up|down|back) (?:to|from|at|in|with)|these days|nowadays|meanwhile|currently|at the moment|transferred|renamed|
  upgraded|
  from (?:this|next) (?:week|month|term|year|season) on(?:wards)?|
  postponed|rescheduled|shifted|appointed|converted|became|become|promoted|joined|started|since then|later|nun|jetzt|
  dann|neue?[rsn]?|(?:um)?gezogen|geworden|maintenant|puis|demenage\w*|ahora|luego|mude|adesso|ora|poi|agora|
  depois|nu|теперь|сейчас`)
/** "From geology to archaeology": what was before and what is since, named in one breath. */
export const between = new RegExp(
  joined(String.raw`(?<![\p{L}\p{N}])(?:from|von|vom|aus|de|du|des|del|da|dal|dallo|dalla|do|van|fran|с|из|от)\s
    (.{1,80}?)\s(?:to|into|zur?|zum|nach|auf|in|a|au|aux|al|allo|alla|en|para|ao|naar|till|на|в)\s(.{1,80})`),
  'u'
)
export const changingUnspaced = /今|引っ越|现在|搬|이제|지금/u
