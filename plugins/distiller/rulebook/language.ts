/** Whether a text is English, judged by script and by the commonest words: enough to decide between reading it and keeping it as it is. */
// Words that other languages share ("in", "an", "no") say nothing and are left out.
const english = new Set(`the and or but of to is are were be i i'm i've i'd im you my it it's that this for with not don't have
has had can would if just they what how when where why who your our yes hi hello thanks about by from she we've we're`.split(/\s+/))
const others = new Set(`el la los las un una y de del que en es son soy por con para mi su le les des et est je tu il nous vous dans sur avec ma mes notre au aux suis
pas der die das und ist ich nicht ein eine mit für auf zu meine als bin habe wohne il lo gli che di non sono per io con mia você não uma eu meu minha
em da os het een en niet ik van mijn och jag är på det som inte min jeg ikke og på jest nie się na to mam`.split(/\s+/))

export function isEnglish (text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = text.match(/\p{Script=Latin}/gu) ?? []
  if (letters.length === 0) return true
  if (latin.length < letters.length * 0.6) return false
  const seen = text.toLowerCase().match(/[\p{L}']+/gu) ?? []
  const own = seen.filter(word => english.has(word)).length
  const foreign = seen.filter(word => others.has(word) && !english.has(word)).length
  // French and Italian elide: "j'habite", "l'acqua".
  const elided = seen.filter(word => /^(?:j|l|d|c|qu|n|m)'\p{L}/u.test(word)).length
  const accented = (text.match(/[ñçßøåæœãõıłęąśżźćń¿¡]|[àâèêëîïôùûüöäéíóúá]/giu) ?? []).length
  return foreign + elided + Math.min(accented, 2) / 2 <= own + 0.5
}
