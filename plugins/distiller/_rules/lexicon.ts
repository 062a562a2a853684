/** The closed lists: what the grammar of a clause turns on, and the few verbs that state or end something. */

const list = (words: string) => new Set(words.trim().split(/\s+/))

/** Words before a statement that are none of it. */
export const leads = list(
  `yeah yes yep no nope nah ok okay oh ah ahh well so and but also actually anyway btw fyi hey hi hello sorry
  honestly plus then sure great perfect thanks lol haha hmm um uh wow ugh yay alright cool right please correction
  wait edit update listen look besides additionally ooh oops scratch seriously n`
)
/** Of these, the ones that say that what follows puts something right. */
export const correcting = list('actually sorry correction wait scratch oops no edit')

export const boundaries = list('and but so yet then ; — – - : … ... , though although whereas while plus')
/** Boundaries after which an "if", a dream or a report no longer holds. */
export const strongBoundaries = list('but ; — – yet')

export const subordinators = list(
  `if when whenever while because since after before until unless although though as once whether`
)
export const conditions = list('if unless whether suppose supposing imagine assuming pretend wish')
export const negations = list("not n't nt never neither hardly barely rarely no-one nobody")
export const modals = list("would could should may might must ought 'd")
export const guesses = list(
  `maybe perhaps possibly probably almost nearly hopefully ideally supposedly apparently theoretically`
)

/** Verbs that make of what follows them a wish, a plan, or something that may never be. */
export const wishes = list('want wish hope dream long wanna crave')
export const plans = list('plan intend go gon aim decide prepare expect look schedule arrange agree promise')
export const open = list(
  `consider think try attempt need have suppose ponder debate refuse fear imagine pretend contemplate mull toy
  tempt threaten offer fail forget struggle learn ask allow force`
)
/** Verbs through which the next one is still asserted: begin, keep on, and stop. */
export const aspects = list('start begin continue keep get use manage')
export const stops = list('stop quit cease finish drop')
export const reports = list(
  `say tell claim think believe insist suggest ask hear joke swear warn recommend advise argue assume expect want
  promise wonder guess reckon suspect mention`
)

/** Who is with whom. */
const couple = /^(?:has|dates|is_with|is_dating|is$|sees|marital_status|(?:girlfriend|boyfriend|partner)_is$)/
/** Verbs that end what holds, and the predicates that each may end; the object must be named. */
export const endings: Record<string, RegExp> = {
  quit:
    /^(?:works_at|works_for|job_title|studies|does|takes|uses|plays|smokes|drinks|has|attends|vapes|is_in|teaches|coaches)/,
  leave: /^(?:works_at|works_for|studies|is_in|plays|attends|lives_in)/,
  resign: /^(?:works_at|works_for|job_title)/,
  sell: /^(?:owns|has|drives|rides|uses|home)/,
  lose: /^(?:owns|has|drives|rides|uses|wears)/,
  return: /^(?:owns|has|uses|rents|leases|drives)/,
  rehome: /^has/,
  cancel: /^(?:uses|has|takes|subscribes|attends|date_)/,
  delete: /^(?:uses|has)/,
  drop: /^(?:uses|takes|studies|plays|targets|supports|attends|has)/,
  'give up': /^(?:owns|eats|drinks|smokes|plays|uses|has|does|takes|lives_in|home|rents|studies|is|drives|practices)/,
  die: /^(?:has|owns|drives|rides|uses)|_is$/,
  'be off': /^(?:eats|drinks|takes|smokes|likes|dose_of_)/,
  'pass away': /^(?:has|owns)/,
  // What is only intended ends by a decision.
  'decided against': /(?:^|_)(?:targets|supports|aims)/,
  'drop out': /^(?:studies|attends)/,
  fired: /^(?:works_at|works_for|job_title)/,
  'break up': couple,
  'split up': couple,
  'left by': couple
}
/** "Writes code in Vim": verbs with which "in", "on" or "with" names the instrument. */
export const instrumental = list(
  `do write keep log edit shoot deploy host build draw design code program track manage store record make sketch
  publish post handle plan`
)

/** What later words may end alone, whatever else was said in the same breath. */
export const endable = new RegExp(
  '^(?:\\w+_)?(?:uses|works|has|owns|plays|speaks|takes|eats|drinks|smokes|drives|rides|likes|studies|learns|attends|' +
    'lives|teaches|runs|reads|watches|collects|is_allergic|prefers|targets)(?:_|$)'
)
/** Going from one to another, by what may be gone from. */
export const moves = list(
  `move relocate switch migrate change go upgrade downgrade transition convert transfer graduate shift rename grow
  increase drop decrease rise`
)
/** What is stopped or changed when these are spoken of: the verb may be any of the ones in the list. */
export const placed = list('live reside base settle locate')
export const employed = list('work freelance')
export const attitudes: Record<string, 'for' | 'against'> = {
  like: 'for',
  love: 'for',
  enjoy: 'for',
  adore: 'for',
  hate: 'against',
  dislike: 'against',
  detest: 'against',
  loathe: 'against',
  stand: 'for',
  bear: 'for'
}
/** With these an "and" joins things that are each true alone. */
export const distributive = list(
  `play speak use own have like love hate take eat drink study learn know collect grow teach read watch follow
  enjoy adore dislike speak need prefer drive ride raise breed wear visit target support`
)

/** Attributes of which a person has one, when "my … is …". */
export const attributes: Record<string, string> = {
  name: 'name',
  surname: 'surname',
  nickname: 'nickname',
  number: 'phone_number',
  'phone number': 'phone_number',
  'mobile number': 'phone_number',
  email: 'email',
  'email address': 'email',
  address: 'address',
  birthday: 'birthday',
  phone: 'phone',
  laptop: 'laptop',
  job: 'job_title',
  'job title': 'job_title',
  role: 'job_title',
  title: 'job_title',
  position: 'job_title',
  height: 'height',
  weight: 'weight',
  age: 'age',
  salary: 'salary',
  rent: 'rent',
  apartment: 'lives_in',
  flat: 'lives_in',
  house: 'lives_in',
  home: 'lives_in',
  hometown: 'hometown',
  employer: 'works_at',
  boss: 'boss',
  manager: 'boss',
  timezone: 'timezone',
  'time zone': 'timezone',
  pronouns: 'pronouns',
  major: 'studies',
  'blood type': 'blood_type',
  'shoe size': 'shoe_size',
  dose: 'dose',
  dosage: 'dose'
}
/** People of whom one has one. */
export const singleRoles = list(
  `boss manager supervisor advisor adviser landlord landlady coach instructor mentor trainer tutor therapist dentist`
)
export const companies = list(
  `startup company firm agency bank hospital school university lab studio bakery shop restaurant clinic office
  ministry charity ngo college`
)
/** What people join without being employed there. */
export const joined =
  /\b(?:club|choir|team|band|group|gym|class|course|union|party|society|association|league|church|waitlist|discord|slack|linkedin|facebook|instagram|twitter|reddit|tiktok|strava|duolingo|mensa|greenpeace|rotary)\b/i
/** Words for people that are no occupation, though they end like one. */
export const pastimes = list(
  `member volunteer customer user owner homeowner winner survivor beginner newcomer smoker drinker reader speaker
  believer lover supporter follower subscriber runner swimmer climber hiker gamer sleeper eater riser foreigner
  optimist pessimist feminist buddhist atheist christian vegetarian loner outsider stranger teetotaler quitter`
)
export const dwellings = list('apartment flat house home place condo studio')
export const marital = list('single married engaged divorced widowed separated unmarried widow widower')
export const diets = list('vegan vegetarian pescatarian omnivore keto halal kosher')

/** A statement with one of these holds beside another of its kind. */
export const scopes =
  /\b(?:at work|for work|at home|on weekends?|at the weekends?|during|on weekdays|sometimes|usually|often|mostly|occasionally|in (?:the )?(?:summer|winter|spring|autumn|mornings?|evenings?)|part[- ]time|half (?:of )?the|when|while|whenever|except|also|another|too(?! \w)|as well|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|for (?:now|a|an|one|two|three|four|five|six|the|\d+)|until|till|(?:this|next) (?:week|month|summer|winter|year)|temporarily|on vacation|on holiday|visiting|every|per|a (?:day|week|month|year))\b/i
/** What only holds now, or is said about the talk itself. */
export const moods = list(
  `tired exhausted happy sad nervous excited bored hungry confused stuck lost sure sorry glad thrilled terrified
  anxious stressed overwhelmed curious ready fine good okay ok great well back done here there impressed proud
  worried frustrated annoyed grateful interested busy late early right wrong afraid disappointed relieved
  surprised desperate pumped convinced aware able amazing awesome perfect nice cool fun terrible awful horrible
  funny weird crazy interesting helpful clear painful`
)
export const chat = list(
  `thank thanks see understand agree guess wonder appreciate sound seem bet promise apologize mean swear suppose
  ask wonder help show explain get hear say tell know think feel look`
)

export const male = list(
  `brother father dad son husband boyfriend uncle grandfather grandpa grandson stepfather stepson nephew man boy guy
  roommate fiancé king mr`
)
export const female = list(
  `sister mother mum mom daughter wife girlfriend aunt grandmother grandma granddaughter stepmother stepdaughter niece
  woman girl fiancée queen mrs ms`
)
export const kin = new Set([
  ...male,
  ...female,
  ...list(
    `partner spouse child kid baby friend colleague coworker boss manager neighbour neighbor flatmate roommate
    cousin fiance teacher doctor therapist twin parent parents kids children cat dog puppy kitten`
  )
])

/** Nouns of events that have a date, and of which there is one unless more is said. */
export const occasions = list(
  `meeting appointment wedding exam test flight interview party conference deadline launch trip concert race
  marathon surgery operation presentation release demo review call class lesson game match ceremony graduation
  funeral dinner lunch visit move train checkup defense workshop talk hearing due event show reunion festival
  tournament date birthday anniversary`
)
/** Of these, the ones of which a person has one. */
export const uniqueOccasions = list('wedding birthday deadline graduation surgery date')
/** "Now", "new", "pushed": the words that say that one value has taken the place of another. */
export const nowWords =
  /\b(?:now|new|moved|pushed|rescheduled|postponed|promoted|became|become|anymore|any more|changed|currently|raised|lowered|increased|reduced|down to|up to|went|grew|grown|hit|reached|turned|brought forward|delayed|shifted|slipped|slid|rebooked|these days|instead|put (?:off|back))\b/i
