/**
 * What a person has one of, or does one way, at a time, and the words by which two statements of it know each other
 * though they share none: "I'm single", "I've got a girlfriend". English.
 */
import { words } from './lists.ts'

const food = String.raw`meat|fish|eggs?|steaks?|chicken|beef|pork|bacon|ham|salmon|seafood|dairy|cheese|yogh?urt|
  bread|carbs?|gluten|sugar|pasta`
const mode = String.raw`bus|train|tram|tube|metro|subway|ferry|bike|bicycle|e-bike|scooter|cycl(?:e|es|ing)|car|
  driv(?:e|es|ing)|walk(?:s|ing)?|foot|moped|motorbike`
const number = String.raw`(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty)`

/** By matter: words of it, and words that speak of it only in the later statement. */
const said: Record<string, [always: string, later?: string]> = {
  diet: [
    String.raw`vegan|vegetarian|veggie|pescatarian|plant-based|keto|paleo|low-(?:carb|fat)|carnivore|diet|fasting|
    (?:eat|eats|eating) (?:\S+ ){0,2}(?:${food})`,
    String.raw`(?:ate|had|having|have|off|on|with) (?:\S+ ){0,3}(?:${food})`
  ],
  partner: [
    String.raw`single|dating|(?:in|out of) a (?:\S+ ){0,2}relationship|boyfriend|girlfriend|fianc\w+|engaged|married|
    husband|wife|divorc\w+|widow\w*|separated|(?:broke|split|broken) up|seeing (?:someone|somebody|a|an)`,
    'went separate ways|got together|met someone|moved in together'
  ],
  smoking: [String.raw`smok\w+|cigarettes?|vap(?:e|es|ing)|nicotine|non-smoker`],
  alcohol: [String.raw`sober|teetotal|alcohol|drink(?:s|ing)?|wine|beer|booze`, 'relapse'],
  commute: [
    String.raw`(?:${mode}) (?:\S+ ){0,4}(?:to|for) (?:work|school|uni|the office|campus|college)|
    (?:to|for) (?:work|school|uni|the office|campus|college) (?:\S+ ){0,3}(?:${mode})|commut\w+`
  ],
  shift: [
    String.raw`(?:work|works|working|on|do|doing) (?:the )?(?:nights?|days|lates?|earl(?:y|ies)|mornings)|
    (?:night|day|early|late|morning|evening) shifts?`,
    '^lates now'
  ],
  hours: [
    String.raw`(?:full|part)[- ]time|${number}[- ]hours?(?: contract| a week| week)|${number} days a week`,
    String.raw`(?:cut |up |gone |went )?(?:down |up )?to ${number} (?:hours|days)`
  ],
  place: [String.raw`from home|home office|remote(?:ly)?|in(?:to)? the office|hybrid|on[- ]site`],
  work: [
    String
      .raw`(?<!to )works? (?:at|for|with|in|as)|working (?:at|for|with|in|as)|employed|employee|unemployed|freelanc\w*|
    self-employed|retired|between jobs|out of work|job|intern(?:ship)?|apprentice(?:ship)?|trainee|sick leave|
    parental leave|maternity leave|(?:am|is|i'm) with (?:\S+ ){1,3}as|teamlead|team lead|manage|waiter|waitress`,
    String.raw`(?:new|permanent|first) (?:position|post|role|employer)|started (?:at|with|as|my new)|hired (?:me|us)|
    (?:be|been|was|got) hired|joined|resign\w*|redundan\w*|laid (?:me )?off|fired|let me go|signed (?:on )?with|
    (?:i'm|i am|been) with|went over to|head of|promoted to|manage the`
  ],
  home: [
    String.raw`live|lives|living|rent|rents|renting|flat|apartment|room ?mates?|flat ?mates?|house ?mates?|
    share a (?:house|room)|studio|own (?:our|my|a|the) (?:place|house|flat|apartment|home)`,
    String.raw`moved|own (?:it|place|house|home)|bought (?:a|the|our|my) (?:place|house|flat)|landlord|resident|
    on my own|place to (?:my|our)sel(?:f|ves)|back in|new (?:place|address|flat)`
  ],
  phone: [String.raw`phone|iphone|android|pixel|galaxy|samsung|fairphone|oneplus|xiaomi|huawei|nokia`],
  computer: [String.raw`laptop|macbook|thinkpad|imac|chromebook|windows|linux|ubuntu|fedora|mac|pc|dell|lenovo`],
  car: [
    String.raw`(?:drive|drives|driving|own|owns|have|has|got) (?:an? )?(?:old )?(?:car|van|volvo|vw|volkswagen|golf|
    polo|bmw|audi|ford|tesla|skoda|fiat|renault|clio|peugeot|mazda|nissan|hyundai|kia|toyota|corolla|prius|honda|civic|
    opel|corsa|astra|seat|mini|mercedes|dacia|citroen|subaru|jeep|suzuki|lexus)`,
    String.raw`no car|carless|without a car`
  ],
  browser: ['chrome|firefox|safari|brave|vivaldi|opera|browser|arc'],
  editor: ['vim|neovim|emacs|vs ?code|visual studio code|intellij|pycharm|webstorm|sublime|zed|helix|cursor|editor'],
  notes: ['notion|obsidian|evernote|onenote|roam|logseq|joplin|apple notes|google keep|notes? in'],
  music: ['spotify|apple music|tidal|deezer|youtube music|qobuz|soundcloud'],
  messenger: ['whatsapp|telegram|signal|messenger|imessage|threema|wechat'],
  mail: ['gmail|outlook|protonmail|proton mail|fastmail|hotmail|yahoo'],
  tasks: ['jira|linear|asana|trello|clickup|basecamp|todoist|ticktick|github issues|shortcut|things'],
  bank: [
    String.raw`banks? with|monzo|revolut|n26|barclays|hsbc|sparkasse|starling|lloyds|natwest|wise|bunq`,
    'account'
  ],
  provider: ['internet|broadband|vodafone|telekom|verizon|comcast|o2|virgin media|provider|fibre'],
  cloud: ['aws|amazon|azure|gcp|google cloud|hetzner|digitalocean|heroku|vercel|netlify|servers?|cloud|hosted?'],
  database: ['mysql|postgres|postgresql|mariadb|mongodb|sqlite|dynamodb|redis|cassandra|oracle|database|data lives'],
  builds: ['jenkins|gitlab|github actions|circleci|travis|buildkite|teamcity|ci|builds'],
  studies: [
    String.raw`stud(?:y|ies|ying)|major(?:ing)?|degree|year of|(?:law|med|medical|art|business) school|phd|master'?s|
    bachelor'?s|student`,
    String.raw`graduat\w+|dropped out|transferr\w+ (?:to|out|into)|faculty|in my \w+ year|classes|\w+ science now|
    switched to`
  ],
  pregnancy: [
    String.raw`pregnan\w+|expecting|due (?:in|on|date)`,
    String.raw`born|birth|baby|twins|newborn|miscarr\w+`
  ],
  rising: [String.raw`(?:get|gets|getting|wake|wakes|got) up|sleep(?:s|ing)?|bedtime|hours a night`, 'hours now'],
  weight: [
    String.raw`weigh(?:s|ing)?`,
    String.raw`${number} ?(?:kilos?|kgs?|pounds|lbs|stone)|(?:down|up) to ${number}|at ${number} now|lost ${number}`
  ],
  age: [
    String.raw`years? old|aged \d{1,3}|(?:am|is|i'm|\w+'s) (?:\d{1,2}|${number})(?= now|[.!,]|$)`,
    String.raw`turn(?:s|ed) (?:\d{1,3}|${number})|birthday`
  ],
  therapy: [String.raw`therap\w+|counsell\w+|psycholog\w+|psychiatr\w+`],
  licence: [String.raw`(?:learning|learn) to drive|driv(?:e|ing) (?:test|lessons?|licen[cs]e)|licen[cs]e`],
  faith: [
    String.raw`muslim|christian|catholic|protestant|jewish|hindu|buddhist|atheist|agnostic|religio\w+|church|islam|
    believ\w+ (?:in god|any ?more)|faith`
  ],
  hair: [String.raw`hair|beard|moustache|bald|shav\w+|fringe|ponytail|dreadlocks|braids`],
  pets: [
    String.raw`no pets?|any pets?`,
    String.raw`(?:have|got|adopted|bought) (?:an? |two )(?:\S+ )?(?:cats?|dogs?|
    pupp(?:y|ies)|kittens?|rabbits?|hamster|parrot|budgies?|tortoise)`
  ],
  children: [String.raw`(?:no|${number}) (?:kids?|children)`, String.raw`born|(?:kids?|children) now|baby`]
}

/** How many there are of it since. */
const many = String
  .raw`(?:(?:up|down|back) to|from \d\S* to|now (?:at|on)?|makes|leaves|left with|(?:grew|grown|shrunk|moved) to|
  put (?:me|us) (?:up |down )?(?:to|on)|(?:raised|cut|lowered|bumped|increased|reduced) to|just (?:over|under)|
  i'm an?|we're|it's|that's) (?:\S+ ){0,2}${number}|${number}(?: \S+){0,3} (?:now|these days|by now|of us)`
export const howMany = words(many)
export const matters = Object.values(said).map(([always, later]) => ({
  before: words(always),
  since: words(later === undefined ? always : `${always}|${later}`)
}))
