/** Whether a text is English, judged by script and by the commonest words: enough to decide between reading it and keeping it as it is. */
const english = new Set(`the a an and or but of to in is are was were be i i'm im you we my it it's that this for on with not do don't have
has had can will would so if at as from just me he she they what how when where why who your our yes no hi hello thanks about by`.split(/\s+/))
const others = new Set(`el la los las un una y o de del que en es son soy por con para mi su le les des et est je tu il nous vous dans sur
pas der die das und ist ich nicht ein eine mit für auf zu meine il lo gli che di non sono per io con mia você não uma eu meu minha
em do da os het een en niet ik van mijn och jag är på det som inte min jeg ikke og på jest nie się na to mam`.split(/\s+/))

export function isEnglish (text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = text.match(/\p{Script=Latin}/gu) ?? []
  if (letters.length === 0) return true
  if (latin.length < letters.length * 0.6) return false
  const seen = text.toLowerCase().match(/[\p{L}']+/gu) ?? []
  const own = seen.filter(word => english.has(word)).length
  const foreign = seen.filter(word => others.has(word) && !english.has(word)).length
  const accented = (text.match(/[ñçßøåæœãõıłęąśżźćń¿¡]|[àâèêëîïôùûüöäéíóúá]/giu) ?? []).length
  return foreign + Math.min(accented, 3) / 2 <= own + 1 || (foreign < 2 && own >= foreign)
}
