/** Words of who is spoken of: the speaker, or a person of theirs. */
import { joined, words } from './lists.ts'

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
export const ofAnother = new RegExp(
  joined(String.raw`^(?:(?:${openings})[,:]? )*(?:${own}) (?:\p{L}+ ){0,2}(?:${relations})
    (?:'s? (?:\p{L}+ ){0,2}\p{L}+)?(?![\p{L}\p{N}])`),
  'u'
)
export const firstPerson = words(String.raw`
  i|i'(?:m|ve|ll|d)|im|ive|we|we'(?:re|ve|ll)|me|us|my|our|mine|ich|wir|mir|mich|uns|mein\w*|unser\w*|je|j'\w*|
  nous|moi|mon|ma|mes|yo|mi|mis|me|nosotros|io|noi|mio|mia|eu|meu|minha|nos|ik|wij|mijn|ons|я|мы|мой|моя|меня|
  мне`)

/** "I bought a bike for my son", "I bought my son a bike". */
export const forAnother = new RegExp(
  joined(String.raw`
    \bfor (?:my|our|her|his|their|him|them|an?|the user['’]s) \p{L}|
    \b(?:my|our|his|her|their|the|the user['’]s) (?:\p{L}+ )?(?:an?|some) \p{L}`),
  'iu'
)
