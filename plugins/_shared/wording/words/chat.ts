/** How people write in a chat: spellings, greetings and fillers. English, with the greetings of others. */
import { joined } from './lists.ts'

/** Spellings that are no words of their own; `its` and `ill` may be, so they are left. */
export const spellings: Record<string, string> = {
  n: 'and',
  u: 'you',
  ur: 'your',
  im: "I'm",
  ive: "I've",
  dont: "don't",
  doesnt: "doesn't",
  didnt: "didn't",
  cant: "can't",
  wont: "won't",
  isnt: "isn't",
  wasnt: "wasn't",
  arent: "aren't",
  werent: "weren't",
  havent: "haven't",
  hasnt: "hasn't",
  hadnt: "hadn't",
  couldnt: "couldn't",
  wouldnt: "wouldn't",
  shouldnt: "shouldn't",
  thats: "that's",
  theres: "there's",
  hes: "he's",
  shes: "she's",
  theyre: "they're",
  youre: "you're",
  youve: "you've",
  weve: "we've",
  gonna: 'going to',
  wanna: 'want to',
  gotta: 'have to',
  kinda: 'kind of',
  dunno: "don't know",
  alot: 'a lot',
  gf: 'girlfriend',
  bf: 'boyfriend',
  bday: 'birthday',
  rly: 'really',
  rlly: 'really',
  luv: 'love',
  luvs: 'loves',
  bc: 'because',
  cuz: 'because',
  coz: 'because',
  abt: 'about',
  ppl: 'people',
  smth: 'something',
  prolly: 'probably',
  nxt: 'next',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  atm: 'at the moment',
  rn: 'right now',
  yr: 'year',
  yrs: 'years',
  hrs: 'hours',
  mins: 'minutes'
}

/** In front of a sentence, with or without a comma. */
export const greetings = joined(String.raw`
  h(?:e+y+a?|i+|iya|ell?o|allo|ola)(?: (?:there|everyone|all|again|guys))?|yo|moin(?: moin)?|servus|
  gr[uü](?:ß|ss)e? dich|good (?:morning|afternoon|evening)|guten (?:morgen|tag|abend)|guess what|
  (?:quick |small )?update(?=\s*[—–:-])|(?:big|good|great|bad|sad|other|more) news(?=\s*[,—–:-])|
  turns out(?: that)?(?= (?:i|we|my|our|the|he|she|it|they)\b)
  (?! (?:it|they) (?:(?:was|were) (?:not|never)|(?:is|are|was|were)n['’]t)\b)|
  very much(?=,? but)|
  basically|honestly|seriously(?: though)?|no seriously|anyways?|btw|by the way|fyi|tbh|ngl|not gonna lie|
  omg|wow|u+gh+|lo+l|lmf?ao|(?:ha){2,}h?|(?:he){2,}|ty(?: ty)*|thx|exactly|super danke|ach ja|ach so|ach|
  oh wait(?!,? (?:no|it|that|the|make|i meant?|\d))|aw+|
  yay|phew|whew|hm+|um+|uh+|er+m|
  (?:my|dear|good) (?:god|gosh|goodness|lord|grief)(?! ?(?:daughter|son|mother|father|child|parent))|
  (?:god|gosh|damn|jesus|christ)(?=[,!.])|holy (?:moly|cow|crap|smokes|shit|hell)|je+z|ge+z|blimey|crikey|
  bloody hell|da(?:mn|ng) it|dammit|yikes|oof|whoa|woah|aa?rgh|sigh|sheesh|meh|f+s|fml|
  for (?:god|heaven|goodness|fuck)['’]?s? sake|kill me(?: now)?|woo+(?:t|p|hoo+)?|hoo?ray|(?:well ){2,}|fun fact|
  change of plans?|(?:the )?(?:problem|thing|trouble|truth|point) is(?: that)?(?=,? (?:i|my|we|our|he|she|his|her)\b)|
  long story short|plot twist|true story|you know what|get this|
  (?:(?:it|this|that)(?:['’]?s| is)(?: now| finally| all)?
  (?: official| decided| confirmed| settled| happening| done| huge| big)(?: now)?|
  it(?:['’]?s| has)?(?: finally| actually| really)? happened|(?:i|we)(?: finally| actually)? did it|
  you(?:['’]?ll never| will never| won['’]?t| wouldn['’]?t) believe (?:it|this|what happened))
  (?=\s*[,:—–-] (?:i|we|my|our)\b)`)

/** Behind a clause. */
export const fillers = joined(String.raw`
  lo+l|lmf?ao|rofl|x+d|(?:ha){2,}h?|(?:he){2,}|tho|though|tbh|ngl|not gonna lie|btw|by the way|imh?o|smh|innit|
  (?:like|as) i (?:already )?(?:told you|said|mentioned)(?: (?:last \p{L}+|before|earlier|yesterday))?|
  (?:i'?m )?not even joking|no joke|to be honest|haha+|you know|fyi`)
