/** A conversation in which facts change, for who has none at hand. Dates count back from today. */
const turn = (daysAgo: number, role: 'user' | 'assistant', content: string) => ({
  role,
  content,
  created_at: new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - daysAgo * 86_400_000 + 9 * 3_600_000)
    .toISOString()
})

export const example = [
  {
    session_id: 'example-1',
    messages: [
      turn(
        400,
        'user',
        'Hi, I am Ines. I live in Coimbra and I work as a bookbinder at Atelier Sol. I am allergic to walnuts.'
      ),
      turn(400, 'assistant', 'Nice to meet you, Ines. What are you binding?'),
      turn(400, 'user', 'An atlas. My favourite tea is oolong, and my sister Marta lives in Faro.')
    ]
  },
  {
    session_id: 'example-2',
    messages: [
      turn(160, 'user', 'I moved from Coimbra to Évora last week.'),
      turn(160, 'assistant', 'How is Évora?'),
      turn(160, 'user', 'Quiet and bright. I now drive a Renault Zoe, by the way.')
    ]
  },
  {
    session_id: 'example-3',
    messages: [
      turn(20, 'user', 'I left Atelier Sol. I now work at the Biblioteca Geral as a conservator.'),
      turn(20, 'assistant', 'Congratulations!'),
      turn(20, 'user', 'Thank you! My favourite tea is now rooibos, oolong keeps me awake.')
    ]
  }
]
