/** What a person is to the speaker: two people of one name are kept apart by it. Folded, in seven languages. */

import { words } from '../../../../_shared/wording/words/lists.ts'

/** Each role with its words. */
const wordsOf: Record<string, string> = {
  mother: 'mother mom mum mama mutter mere madre mae moeder',
  father: 'father dad papa vater pere padre pai vader',
  sister: 'sister schwester soeur hermana sorella irma zus',
  brother: 'brother bruder frere hermano fratello irmao broer',
  daughter: 'daughter tochter fille hija figlia filha dochter',
  son: 'son sohn fils hijo figlio filho zoon',
  grandmother: 'grandmother grandma oma grossmutter abuela nonna avo',
  grandfather: 'grandfather grandpa opa grossvater abuelo nonno',
  aunt: 'aunt tante tia zia',
  uncle: 'uncle onkel oncle tio zio oom',
  cousin: 'cousin cousine primo prima cugino cugina neef nicht',
  niece: 'niece nichte',
  nephew: 'nephew neffe',
  partner: `wife husband partner girlfriend boyfriend fiance fiancee spouse frau mann freundin femme mari esposa esposo
    marido mujer novia novio moglie marito vrouw`,
  colleague: 'colleague coworker kollegin kollege collegue colega collega',
  boss: 'boss manager supervisor chefin chef patron patronne jefe jefa capo baas chefe',
  friend: 'friend freund ami amie amigo amiga amico amica vriend vriendin',
  neighbour: 'neighbour neighbor nachbar nachbarin voisin voisine vecino vecina vicino vicina vizinho vizinha',
  flatmate: 'flatmate roommate housemate mitbewohner mitbewohnerin colocataire',
  teacher: 'teacher lehrer lehrerin professeur maestra maestro profesor profesora',
  doctor: 'doctor dentist therapist arzt arztin zahnarzt zahnarztin medecin medico medica',
  trainer: 'trainer coach trainerin',
  landlord: 'landlord landlady vermieter vermieterin'
}

export const roleOfWord = new Map(
  Object.entries(wordsOf).flatMap(([role, all]) => all.trim().split(/\s+/).map(word => [word, role] as const))
)

export const anyRole = words([...roleOfWord.keys()].join('|'))

/** "Lisa, that is Elisabeth", "Bob alias Robert": between two names of one. */
export const sameAs =
  String.raw`(?:that is|that's|that means|i\.?e\.?|aka|a\.k\.a\.|also known as|also called|known as|` +
  String.raw`whose (?:full|real) name is|(?:is )?short for|alias|das ist|genannt|eigentlich|c'est-a-dire|` +
  String.raw`es decir|o sea|cioe|ossia|ou seja|oftewel|is the same(?: person)? as)`
