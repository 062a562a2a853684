/** Questions about the order of events and about all there is of a matter: told apart from others, and answered. */
import t from 'tap'
import { topicOverTime } from '../../../plugins/memory/pipeline/read/over-time.ts'

t.test('a question about the order of events or about a whole matter is told by how it is asked', async t => {
  for (
    const question of [
      'What came first, the move or the new job?',
      'Which did I do earlier: the passport or the visa?',
      'Was it the fever or the rash that started sooner?',
      'Of the lease and the loan, which was later?',
      'Did the roof leak before or after the storm?',
      'Was I living in Oslo before Nils was born?',
      'In which order did I try the medicines?',
      'Put these in chronological order: the exam, the wedding, the flood.',
      'Arrange: the sale, the audit, the merger.',
      'List the order in which I brought up the parts of my novel.',
      'Can you walk me through how my training went?',
      'Draw up a timeline of the lawsuit.',
      'Tell me everything about my garden.',
      'What do you know about Sarah?',
      'Give me a comprehensive summary of the kitchen renovation.',
      'Summarise what happened with the insurance.',
      'Could you recap the hiring process for me?',
      'Bring me up to date on the house.',
      'What is the full story of the lost suitcase?',
      'How has my approach to budgeting changed over the months?',
      'How did the partnership with Lena develop?',
      'Everything I told you about the clinic, please.',
      'How did things go with the landlord?'
    ]
  ) t.not(topicOverTime(question), null, question)
})

t.test('a question about one thing is none of these', async t => {
  for (
    const question of [
      'Where does Sarah live?',
      'What was the first concert I went to?',
      'What did I order for lunch?',
      'Did I order that book or borrow it last year?',
      "What was last month's electricity bill?",
      'What should I do in order to renew my passport?',
      'What did Ana do after the hike?',
      'When did all of my cousins move to Cork?',
      'Who leads the sequencing lab?',
      'Did I say anything about a dog?',
      'How much does the summer course cost?',
      'Which of my friends plays the cello or the viola?',
      'Sarah: How did things go with the landlord?\nAssistant: Tell me everything about it.\nSarah: Well.',
      `${'A page of text that was pasted into the query. '.repeat(20)} Tell me everything about my garden.`
    ]
  ) t.equal(topicOverTime(question), null, question)
})

t.test('what is asked about is left, without the words that ask for an order or a summary', async t => {
  t.same(
    [
      'Tell me everything about my garden.',
      'Can you give me a comprehensive summary of how my budget app has developed? Please mention only five items.',
      'Could you list the order in which I brought up different aspects of my novel throughout our conversations?',
      'What do you know about Sarah?',
      'What came first, the move or the new job?'
    ].map(topicOverTime),
    [
      'my garden.',
      'how my budget app has developed?',
      'my novel?',
      'Sarah?',
      'What came first, the move or the new job?'
    ]
  )
  t.equal(topicOverTime('Tell me everything about me.'), 'Tell me everything about me.', 'nothing would be left')
  t.match(topicOverTime('Tell me everything you said about my diet.'), /you said/, 'whose words are asked for stays')
})
