/** The same everyday in Spanish, German, French, Japanese and Russian: facts stay in the language of the turn. */
import { fact, likes, lives, type Scenario } from '../scenario.ts'

interface Phrases {
  language: string
  home: [text: string, said: string, value: string]
  newHome: [text: string, said: string, value: string]
  oldWord: string
  tea: [text: string, said: string, value: string]
  coffee: [text: string, said: string, value: string]
  notTea: [text: string, said: string]
  noTeaAnyMore: [text: string, said: string]
  forgetTea: [text: string, said: string, previous: string]
  yesterday: [text: string, said: string, when: string, dated: string]
  retold: [text: string, said: string]
}

const languages: Phrases[] = [
  {
    language: 'Spanish',
    home: ['El usuario vive en Sevilla.', 'Vivo en Sevilla', 'Sevilla'],
    newHome: ['El usuario vive en Bilbao.', 'Me mudé de Sevilla a Bilbao', 'Bilbao'],
    oldWord: 'Sevilla',
    tea: ['Al usuario le gusta el té.', 'Me gusta el té', 'té'],
    coffee: ['Al usuario le gusta el café.', 'Me gusta el café', 'café'],
    notTea: ['Al usuario no le gusta el té.', 'No me gusta el té'],
    noTeaAnyMore: ['Al usuario ya no le gusta el té.', 'Ya no me gusta el té'],
    forgetTea: ['El usuario quiere que se olvide lo del té.', 'Olvida lo del té', 'té'],
    yesterday: [
      'El usuario compró una barca ayer.',
      'Compré una barca ayer',
      'ayer',
      'El usuario compró una barca ayer (2026-03-09).'
    ],
    retold: ['El usuario disfruta del té.', 'Disfruto del té']
  },
  {
    language: 'German',
    home: ['Der Nutzer wohnt in Köln.', 'Ich wohne in Köln', 'Köln'],
    newHome: ['Der Nutzer wohnt in Münster.', 'Ich bin von Köln nach Münster gezogen', 'Münster'],
    oldWord: 'Köln',
    tea: ['Der Nutzer mag Tee.', 'Ich mag Tee', 'Tee'],
    coffee: ['Der Nutzer mag Kaffee.', 'Ich mag Kaffee', 'Kaffee'],
    notTea: ['Der Nutzer mag keinen Tee.', 'Ich mag keinen Tee'],
    noTeaAnyMore: ['Der Nutzer mag Tee nicht mehr.', 'Ich mag Tee nicht mehr'],
    forgetTea: ['Der Nutzer möchte, dass der Tee vergessen wird.', 'Vergiss das mit dem Tee', 'Tee'],
    yesterday: [
      'Der Nutzer hat gestern ein Boot gekauft.',
      'Ich habe gestern ein Boot gekauft',
      'gestern',
      'Der Nutzer hat gestern (2026-03-09) ein Boot gekauft.'
    ],
    retold: ['Der Nutzer trinkt gern Tee.', 'Tee trinke ich gern']
  },
  {
    language: 'French',
    home: ["L'utilisateur habite à Nîmes.", "J'habite à Nîmes", 'Nîmes'],
    newHome: ["L'utilisateur habite à Orléans.", "J'ai déménagé de Nîmes à Orléans", 'Orléans'],
    oldWord: 'Nîmes',
    tea: ["L'utilisateur aime le thé.", "J'aime le thé", 'thé'],
    coffee: ["L'utilisateur aime le café.", "J'aime le café", 'café'],
    notTea: ["L'utilisateur n'aime pas le thé.", "Je n'aime pas le thé"],
    noTeaAnyMore: ["L'utilisateur n'aime plus le thé.", "Je n'aime plus le thé"],
    forgetTea: ["L'utilisateur veut qu'on oublie le thé.", 'Oublie le thé', 'thé'],
    yesterday: [
      "L'utilisateur a acheté un bateau hier.",
      "J'ai acheté un bateau hier",
      'hier',
      "L'utilisateur a acheté un bateau hier (2026-03-09)."
    ],
    retold: ["L'utilisateur adore le thé.", "J'adore le thé"]
  },
  {
    language: 'Japanese',
    home: ['ユーザーは札幌に住んでいる。', '札幌に住んでいます', '札幌'],
    newHome: ['ユーザーは福岡に住んでいる。', '札幌から福岡に引っ越しました', '福岡'],
    oldWord: '札幌',
    tea: ['ユーザーはお茶が好きだ。', 'お茶が好きです', 'お茶'],
    coffee: ['ユーザーはコーヒーが好きだ。', 'コーヒーが好きです', 'コーヒー'],
    notTea: ['ユーザーはお茶が好きではない。', 'お茶は好きではありません'],
    noTeaAnyMore: ['ユーザーはもうお茶が好きではない。', 'もうお茶は好きじゃない'],
    forgetTea: ['ユーザーはお茶のことを忘れてほしい。', 'お茶のことは忘れて', 'お茶'],
    yesterday: [
      'ユーザーは昨日ボートを買った。',
      '昨日ボートを買いました',
      '昨日',
      'ユーザーは昨日 (2026-03-09)ボートを買った。'
    ],
    retold: ['ユーザーはお茶を好む。', 'お茶を好みます']
  },
  {
    language: 'Russian',
    home: ['Пользователь живёт в Казани.', 'Я живу в Казани', 'Казань'],
    newHome: ['Пользователь живёт в Омске.', 'Я переехал из Казани в Омск', 'Омск'],
    oldWord: 'Казани',
    tea: ['Пользователь любит чай.', 'Я люблю чай', 'чай'],
    coffee: ['Пользователь любит кофе.', 'Я люблю кофе', 'кофе'],
    notTea: ['Пользователь не любит чай.', 'Я не люблю чай'],
    noTeaAnyMore: ['Пользователь больше не любит чай.', 'Я больше не люблю чай'],
    forgetTea: ['Пользователь хочет, чтобы про чай забыли.', 'Забудь про чай', 'чай'],
    yesterday: [
      'Пользователь вчера купил лодку.',
      'Я вчера купил лодку',
      'вчера',
      'Пользователь вчера (2026-03-09) купил лодку.'
    ],
    retold: ['Пользователю нравится чай.', 'Мне нравится чай']
  }
]

export const otherLanguages: Scenario[] = languages.flatMap(
  (
    { language, home, newHome, oldWord, tea, coffee, notTea, noTeaAnyMore, forgetTea, yesterday, retold }
  ): Scenario[] => {
    const named = (name: string) => `${language}: ${name}`
    const states = { say: `${tea[1]}.`, facts: [likes(tea[0], tea[1], tea[2])] }
    return [
      {
        name: named('a move ends the old home'),
        steps: [
          { say: `${home[1]}.`, facts: [lives(home[0], home[1], home[2])] },
          {
            say: `${newHome[1]}.`,
            facts: [lives(newHome[0], newHome[1], newHome[2], { change: 'correction', previous: oldWord })],
            decides: [{ fact: newHome[0], event: 'SUPERSEDE', old: [home[0]] }]
          }
        ],
        stored: { active: [newHome[0]], superseded: [[home[0], newHome[0]]] }
      },
      {
        name: named('tea and coffee both stay'),
        steps: [states, {
          say: `${coffee[1]}.`,
          facts: [likes(coffee[0], coffee[1], coffee[2], { single: true })],
          decides: [{ fact: coffee[0], event: 'SUPERSEDE', old: [tea[0]] }]
        }],
        stored: { active: [coffee[0], tea[0]] }
      },
      {
        name: named('a denial never merges with what it denies'),
        steps: [states, {
          say: `${notTea[1]}.`,
          facts: [likes(notTea[0], notTea[1], tea[2], { negated: true })],
          decides: [{ fact: notTea[0], event: 'SKIP_DUPLICATE', old: [tea[0]] }]
        }],
        stored: { active: [notTea[0], tea[0]] }
      },
      {
        name: named('what is over is over'),
        steps: [states, {
          say: `${noTeaAnyMore[1]}.`,
          facts: [
            likes(noTeaAnyMore[0], noTeaAnyMore[1], tea[2], { negated: true, change: 'ending', previous: tea[2] })
          ],
          decides: [{ fact: noTeaAnyMore[0], event: 'SUPERSEDE', old: [tea[0]] }]
        }],
        stored: { active: [noTeaAnyMore[0]], superseded: [[tea[0], noTeaAnyMore[0]]] }
      },
      {
        name: named('forgetting'),
        steps: [states, {
          say: `${forgetTea[1]}.`,
          facts: [fact(forgetTea[0], forgetTea[1], { change: 'forget', previous: forgetTea[2] })],
          decides: [{ fact: forgetTea[0], event: 'INVALIDATE', old: [tea[0]] }]
        }],
        stored: { active: [], invalidated: [tea[0]] }
      },
      {
        name: named('the same in other words, and the same again'),
        steps: [states, { ...states, calls: [1, 0] }, {
          say: `${retold[1]}.`,
          facts: [likes(retold[0], retold[1], tea[2])],
          decides: [{ fact: retold[0], event: 'SKIP_DUPLICATE', old: [tea[0]] }]
        }],
        stored: { active: [tea[0]] }
      },
      {
        name: named('yesterday is a date'),
        steps: [{
          say: `${yesterday[1]}.`,
          on: '2026-03-10',
          facts: [fact(yesterday[0], yesterday[1], { type: 'episodic', when: yesterday[2] })]
        }],
        stored: { active: [yesterday[3]], since: { [yesterday[3]]: '2026-03-09' } }
      }
    ]
  }
)
