/**
 * Words that show what a fact is about, folded: a language a line (English, German, French, Spanish, Italian,
 * Portuguese, Dutch). Only words that hardly mean anything else; a fact without them has the category of its predicate,
 * or none.
 */
import type { Category } from '../../../../../domain/categories.ts'
import { words } from '../../../../_shared/wording/words/lists.ts'

const wordsOf: Partial<Record<Category, string>> = {
  relationships: `
    wife husband spouse girlfriend boyfriend fiance fiancee mother father mom mum dad parents sister brother sibling
    siblings daughter kids grandmother grandfather grandma grandpa aunt uncle cousin nephew niece friend friends
    neighbour neighbor roommate flatmate family married divorced wedding dog cat puppy kitten
    ehefrau ehemann mutter vater eltern schwester bruder geschwister tochter sohn oma opa grossmutter grossvater tante
    onkel neffe nichte freund freundin freunde familie verheiratet geschieden hochzeit hund katze
    femme mari mere pere parents soeur frere fille fils oncle cousine ami amie amis famille mariage chien
    esposa esposo marido madre padre padres hermana hermano hija hijo abuela abuelo amiga amigo amigos familia casada
    casado boda perro perra gato gata
    moglie marito genitori sorella fratello figlia figlio nonna nonno amica amico amici famiglia sposata sposato cane
    gatto mae pai pais irma irmao filha filho avo amigas cachorro vrouw moeder vader ouders zus broer dochter zoon
    vriend vriendin vrienden familie getrouwd hond`,
  home: `
    apartment house landlord landlady rent mortgage kitchen garden balcony neighbourhood neighborhood
    wohnung haus vermieter vermieterin miete umgezogen gezogen kuche garten balkon wohnt wohne
    appartement maison loyer proprietaire demenage demenagee cuisine jardin balcon habite
    piso apartamento alquiler casero cocina jardin vive vivo
    appartamento affitto cucina giardino abita abito apartamento aluguel cozinha jardim
    woning appartement huur keuken tuin woont`,
  work: `
    job office salary boss colleague colleagues coworker coworkers employer promotion promoted career meeting client
    clients startup company freelance freelancer engineer manager hired resigned retired
    arbeit arbeitet buro gehalt chef chefin kollege kollegin kollegen arbeitgeber befordert beruf kunde kunden firma
    travail travaille bureau salaire patron patronne collegue collegues employeur carriere entreprise metier
    trabajo trabaja oficina sueldo salario jefe jefa empresa carrera
    lavoro lavora ufficio stipendio collega colleghi azienda carriera
    emprego trabalho trabalha escritorio chefe werk werkt kantoor baas bedrijf salaris`,
  education: `
    university college school degree thesis exam exams semester professor studies studying studied student phd diploma
    homework tuition
    universitat hochschule schule abschluss prufung prufungen studium studiert studiere studentin diplom
    universite ecole lycee diplome examen examens etudie etudes etudiante etudiant
    universidad escuela colegio examenes estudia estudio estudiante
    scuola laurea esame esami studia studente universidade faculdade estuda universiteit studeert tentamen`,
  health: `
    doctor dentist therapist hospital medication medicine pills insulin diabetes diabetic asthma allergy allergies
    allergic surgery diagnosed diagnosis anxiety depression migraine migraines pregnant injury cholesterol
    physiotherapy smokes smoking vaccine symptoms
    arzt arztin zahnarzt zahnarztin krankenhaus medikament medikamente tabletten diabetikerin asthma allergie allergien
    allergisch operation diagnose schwanger migrane bluthochdruck raucht rauche
    medecin dentiste hopital medicament medicaments allergie allergique chirurgie diagnostic enceinte fume
    medico dentista medicamento medicamentos alergia alergica alergico cirugia diagnostico embarazada fuma asma
    ospedale farmaco farmaci allergia allergica allergico intervento incinta gravida remedio remedios
    dokter tandarts ziekenhuis medicijn medicijnen allergisch zwanger`,
  food: `
    food eat eats eating cook cooks cooking restaurant restaurants vegetarian vegan pescatarian breakfast lunch dinner
    recipe recipes coffee tea wine beer bread cheese meat fish chocolate pizza pasta sushi peanuts gluten lactose baking
    essen isst kocht kochen vegetarisch vegetarierin veganer veganerin fruhstuck mittagessen abendessen rezept kaffee
    tee wein bier brot kase fleisch erdnusse
    mange manger cuisiner vegetarien vegetarienne vegetalien dejeuner diner recette cafe vin biere fromage viande
    comer cocina vegetariano vegetariana vegano vegana desayuno almuerzo cena receta vino cerveza pan queso carne
    mangia mangiare cucinare colazione pranzo ricetta birra pane formaggio
    cozinhar jantar cerveja pao queijo eten koken ontbijt avondeten koffie thee wijn brood kaas vlees`,
  leisure: `
    hobby hobbies guitar piano violin chess football soccer tennis basketball swimming hiking climbing cycling yoga gym
    marathon photography painting knitting gardening novel novels movie movies film films concert concerts choir band
    museum games games
    gitarre klavier geige schach fussball schwimmen wandern klettern radfahren malen stricken roman kino konzert chor
    guitare violon echecs natation randonnee escalade peinture tricot concert chorale
    guitarra ajedrez futbol natacion senderismo escalada pintura pelicula peliculas concierto coro
    chitarra scacchi calcio nuoto escursionismo arrampicata pittura concerto
    violao xadrez futebol natacao pintura filme gitaar schaken voetbal zwemmen wandelen koor`,
  travel: `
    trip trips travel travels travelled traveled travelling flight flights vacation holiday holidays airport hotel
    passport visa airline cruise itinerary
    reise reisen verreist flug urlaub flughafen reisepass
    voyage voyages vacances vol aeroport passeport
    viaje viajes viajo vuelo vacaciones aeropuerto pasaporte
    viaggio viaggi volo vacanza vacanze aeroporto passaporto viagem viagens voo ferias vakantie vlucht paspoort`,
  money: `
    salary budget savings bank loan debt debts mortgage invest invests investment investments stocks tax taxes insurance
    pension euros dollars credit rent owes
    gehalt ersparnisse darlehen kredit schulden aktien steuern versicherung rente miete konto
    budget epargne banque pret dette dettes impots assurance retraite salaire loyer
    presupuesto ahorros banco prestamo deuda deudas impuestos sueldo alquiler
    risparmi banca prestito debito debiti assicurazione stipendio poupanca emprestimo divida dividas seguros
    spaargeld lening schuld schulden belasting verzekering salaris`,
  technology: `
    laptop computer software app phone iphone android linux windows macos python javascript typescript programming
    coding database server kubernetes docker api github
    rechner handy programmiert programmieren datenbank ordinateur logiciel telephone
    ordenador movil programa programacion telefono programmare computador celular programacao programmeert`
}

const unspacedOf: Partial<Record<Category, RegExp>> = {
  relationships:
    /妻|夫|母|父|姉|妹|兄|弟|娘|息子|友達|友人|家族|結婚|犬|猫|妈妈|爸爸|朋友|家人|结婚|狗|아내|남편|친구|가족|결혼/u,
  home: /住んで|引っ越|家賃|自宅|住在|搬家|房租|살고|이사|집세/u,
  work: /仕事|会社|勤め|勤務|上司|同僚|給料|工作|公司|同事|老板|工资|회사|직장|동료|월급/u,
  education: /大学|学校|勉強|試験|専攻|学习|考试|专业|대학|학교|공부|시험/u,
  health: /病院|医者|薬|病気|アレルギー|手術|妊娠|医院|医生|过敏|手术|怀孕|병원|의사|알레르기|수술/u,
  food: /食べ|料理|飲み|朝食|夕食|寿司|コーヒー|お茶|吃|喝|咖啡|做饭|먹|요리|커피/u,
  leisure: /趣味|映画|音楽|ギター|ピアノ|サッカー|爱好|电影|音乐|钢琴|吉他|취미|영화|음악|피아노/u,
  travel: /旅行|飛行機|空港|休暇|旅游|飞机|机场|度假|여행|비행기|공항/u,
  money: /貯金|銀行|借金|税金|保険|存款|银行|贷款|保险|은행|대출|보험/u,
  technology: /パソコン|携帯|プログラ|电脑|手机|编程|软件|컴퓨터|휴대폰|프로그래/u
}

const spaced = Object.entries(wordsOf).map(([category, list]): [Category, RegExp] => [
  category as Category,
  words([...new Set(list.trim().split(/\s+/))].join('|'))
])
const unspaced = Object.entries(unspacedOf) as Array<[Category, RegExp]>

/** What the words are about, in any order; `text` as written, `foldedText` as the lists are. */
export function categoriesOfWords (text: string, foldedText: string): Category[] {
  return [
    ...spaced.filter(([, list]) => list.test(foldedText)),
    ...unspaced.filter(([, list]) => list.test(text))
  ].map(([category]) => category)
}
