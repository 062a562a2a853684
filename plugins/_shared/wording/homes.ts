/** Where one is said to live though it is no home: "I live at the gym now", "I live in sweatpants now". English. */
import { joined } from './words/lists.ts'

const noHome = new RegExp(
  joined(String.raw`
    \bliv(?:e|es|ed|ing)\s(?:(?:now|basically|practically|pretty much) )?(?:in|at|on|off|inside)\s
    (?:(?:the|my|our|a|these|those|his|her) )?(?:\p{Ll}+ )?
    (?:gym|office|lab|laboratory|library|classroom|hospital|airports?|stadium|workshop|pub|bar|caf[eé]|cafeteria|
    canteen|kitchen|garage|bathroom|bed|mall|supermarket|trains?|hotels|meetings|calls|spreadsheets?|e-?mails?|inbox|
    excel|slack|zoom|sweatpants|joggers|leggings|jeans|pyjamas|pajamas|hoodies?|t-shirts|dungarees|trainers|wellies|
    shorts|slippers|past|clouds|fear|hope|denial|chaos|moment|coffee|caffeine|pizza|noodles|toast|boxes)
    (?![\p{L}\p{N}-])
    (?!\s(?:flats?|apartments?|residence|quarters|housing|district|area|buildings?|town|village)\b)`),
  'iu'
)

export const isNoHome = (said: string): boolean => noHome.test(said)
