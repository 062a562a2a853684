/** Whether a sentence of any language tells something. */

/** More than a greeting, and no question. */
export const isTold = (text: string) =>
  !/[?？][^\p{L}\p{N}]*$/u.test(text) && !greeting.test(text) && (text.match(word) ?? []).length > 1
const greeting =
  /^(?:はじめまして|初めまして|こんにちは|こんばんは|おはよう(?:ございます)?|ありがとう(?:ございます)?|よろしく(?:お願いします)?|你好|您好|谢谢|謝謝|안녕하세요|감사합니다)[^\p{L}]*$/u
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{3}|\p{L}{2,}/gu
