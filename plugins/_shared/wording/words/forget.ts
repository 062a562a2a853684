/** Words that order something to be forgotten. */
import { joined } from './lists.ts'

const courtesies = joined(String.raw`
  oh|ok|okay|hey|actually|sorry|wait|no|well|
  bitte|please|por favor|per favore|s'il (?:te|vous) plait|alsjeblieft|now|and|then|so|can|could|
  would|will|you|must|should|have to|need to|i want you to|i'd like you to|kannst du|konntest du|puedes|peux-tu|
  pouvez-vous|ignore \S+ \S+ instructions(?: and)?`)
const forgettingVerbs = joined(String.raw`
  forget|erase|delete|remove|disregard|stop remembering|do(?: not|n't) remember|vergiss|vergessen sie|losche?|
  loschen sie|streiche|oublie[zsr]?|efface[zsr]?|supprime[zsr]?|olvida\w*|olvide|borra\w*|borre|elimina|
  dimentica\w*|cancella\w*|esquece?a?|apaga?|apague|vergeet|verwijder|wis|glom|забудь\w*|удали\w*`)

/** An order to forget, at the beginning of a sentence; "I forgot" and "don't forget" are none. */
export const forgetting = new RegExp(`^(?:(?:${courtesies})[,:]? )*(?:${forgettingVerbs})(?![\\p{L}\\p{N}])`, 'u')
export const forgettingUnspaced = /忘れて|忘れろ|削除して|消して|忘记|忘掉|忘了吧|删除|刪除|잊어|지워|삭제/u

/** What a wish to forget consists of beside what it is about. */
export const forgettingWords = new Set(
  `actually sorry wait
    forget forgotten erase delete remove disregard remember stop memory memories memorie memori everything everyth
    anything anyth all every each about know knew told tell said say please instruction instructions instruct
    previous previou ignore prompt system rule fact facts information info data detail record records thing
    things vergiss vergessen losche bitte alles uber mich mir dass oublie tout moi que olvida todo mi sobre
    borra dimentica tutto di me esquece tudo vergeet alles over user`.split(/\s+/)
)
