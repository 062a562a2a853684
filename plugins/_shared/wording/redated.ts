/** "The album is out on 2 August" after "the album is out on 14 June": the same event, in the same words. */
import { fillers, formsOf, withoutFurther, wordsOf, type Quoted } from './frame.ts'

interface Dated extends Quoted {
  predicate: string | null
  /** The date, in the words that were said. */
  value: string | null
}

export function isRedated (newer: Dated, older: Dated): boolean {
  const [now, before] = [framesOf(newer), framesOf(older)]
  return newer.predicate?.startsWith('date_of_') === true && newer.value !== older.value &&
    now.some(frame => frame.includes('#') && before.includes(frame))
}

const framesOf = (stated: Dated): string[] =>
  formsOf(stated).map(({ text, subject }) => {
    const said = withoutFurther(text.replaceAll(fillers, ' ')).replace(stated.value ?? '', '#')
    return wordsOf({ text: said, subject }).join(' ')
  })
