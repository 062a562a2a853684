/** Whether a sentence of any language tells something. */
import { joined } from './words/lists.ts'

/** More than a greeting or thanks, no question, and more than a word unless it answers one. */
export const tellsSomething = (text: string, answers = false) =>
  !/[?？][^\p{L}\p{N}]*$/u.test(text) && !requesting.test(text) && !greeting.test(text.trim()) &&
  (answers || (text.match(word) ?? []).length > 1)
/** "3." may answer, and else tells nothing. */
export const isWordless = (text: string, answers: boolean): boolean =>
  (text.match(/[\p{L}\p{N}]/gu) ?? []).length < (answers ? 1 : 3)

/** "Please do", where the verb stands last. */
const requesting = /(?:ください|下さい|お願いします|くれますか|もらえますか|주세요|줘)[^\p{L}\p{N}]*$/u
const greeting = new RegExp(
  joined(String.raw`
    ^(?:(?:ok|okay|ah|oh|super|gut|bien|bueno|はい|分かりました)[,.、。 ]+)?
    (?:(?:vielen |herzlichen )?dank(?:e(?: schön| dir| sehr)?)?|dank (?:je|u)(?: wel)?|bedankt|
    (?:très )?bonne idée|(?:muy )?buena idea|(?:molto )?buona idea|boa ideia|gute idee|goed idee|dobry pomysł|
    parfait|perfecto|perfekt|perfetto|perfeito|alles klar|in ordnung|de acuerdo|va bene|
    merci(?: beaucoup| bien)?|(?:muchas )?gracias|(?:muito )?obrigad[oa]|(?:molte |mille )?grazie(?: mille)?|
    tack(?: så mycket)?|takk|kiitos|dziękuję|спасибо|hallo(?: zusammen)?|guten (?:tag|morgen|abend)|bonjour|bonsoir|
    salut|hola|buen[ao]s (?:días|tardes|noches)|olá|bom dia|boa (?:tarde|noite)|ciao|buongiorno|hoi|goedemorgen|hej|
    привет|genau|stimmt|d'accord|vale|claro|certo|はじめまして|初めまして|こんにちは|こんばんは|おはよう(?:ございます)?|ありがとう(?:ございます)?|
    よろしく(?:お願いします)?|你好|您好|谢谢|謝謝|안녕하세요|감사합니다|[,.! ]){1,6}[^\p{L}]*$`),
  'iu'
)
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{3}|\p{L}{2,}/gu
