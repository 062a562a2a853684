/**
 * Fifty questions of our own writing, in ten groups of five: each must find its answer among five statements about
 * the same thing.
 */

/** A question and its answer; the answers of a group are each other's wrong ones. */
export type Pair = [question: string, answer: string]

export const groups: Pair[][] = [
  [
    ['Where does Nadia work now?', 'Nadia joined the harbour authority as a surveyor in March.'],
    ['What did Nadia study?', 'Nadia finished her degree in marine geology at Bergen.'],
    ['Who is Nadia married to?', 'Nadia and Tomasz had their wedding on a barge.'],
    ['Does Nadia have any pets?', 'Nadia adopted two greyhounds from a shelter.'],
    ['What is Nadia afraid of?', 'Nadia cannot stand being in a lift, it makes her panic.']
  ],
  [
    ['What can Oskar not eat?', 'Oskar gets a rash from hazelnuts, so he avoids them.'],
    ['What does Oskar have for breakfast?', 'Every morning Oskar makes porridge with cinnamon.'],
    ['Which restaurant does Oskar like?', "Oskar's favourite place to dine is the noodle bar on Mill Street."],
    ['What did Oskar cook for the party?', 'Oskar prepared a huge pot of chili when everybody came over.'],
    ['Does Oskar drink coffee?', 'Oskar gave up espresso and only takes herbal tea.']
  ],
  [
    ['When did they move to Porto?', 'We settled in Porto in the autumn of 2019.'],
    ['Why did they leave their old flat?', 'The rent was doubled, so we had to give up the old apartment.'],
    ['How many rooms does the new house have?', 'The house in Porto has four bedrooms and a small garden.'],
    ['Who helped with the move?', 'My cousins carried all the boxes up the stairs.'],
    ['What broke during the move?', "Grandmother's mirror was shattered in the van."]
  ],
  [
    ['What instrument is Priya learning?', 'Priya takes cello lessons on Thursdays.'],
    ['Which sport does Priya do?', 'Priya rows with a club on the lake at weekends.'],
    ['What is Priya reading?', 'Priya is halfway through a novel about lighthouse keepers.'],
    ['What does Priya collect?', 'Priya has more than three hundred old postcards.'],
    ['What did Priya paint?', 'Priya made a watercolour of the old bridge.']
  ],
  [
    ['How old is the son?', 'Our boy turned seven last week.'],
    ['What is the daughter called?', 'We named our girl Ilse after her great-aunt.'],
    ['Which school do the children attend?', 'The kids go to the primary on Elm Road.'],
    ['What does the son want to become?', 'He dreams of being an astronaut when he grows up.'],
    ['What is the daughter good at?', 'She wins every chess game in her class.']
  ],
  [
    ['When is the flight to Lima?', 'The plane to Lima leaves on the ninth of June at dawn.'],
    ['Where will they stay in Peru?', 'We booked a guesthouse near the main square in Cusco.'],
    ['What vaccinations are needed for the trip?', 'The doctor gave us shots against yellow fever.'],
    ['Who looks after the house during the holiday?', 'The neighbour waters the plants while we are travelling.'],
    ['How much did the tickets cost?', 'We paid nine hundred euros each for the airfare.']
  ],
  [
    ['Why did Mateo go to hospital?', 'Mateo broke his wrist falling off a ladder.'],
    ['What medicine does Mateo take?', 'He swallows a pill for his blood pressure each evening.'],
    ['Who is his dentist?', 'Doctor Lindqvist fixed his teeth.'],
    ['How does Mateo stay fit?', 'Mateo swims forty lengths before work.'],
    ['How does Mateo sleep?', 'He lies awake until three most nights.']
  ],
  [
    ['Which programming language does the team use?', 'All of our services are written in Rust.'],
    ['When is the release planned?', 'Version two ships at the end of September.'],
    ['Who leads the project?', 'Hanna has been in charge of the team since spring.'],
    ['Why was the launch postponed?', 'A bug in the billing code delayed us for a month.'],
    ['Where are the backups kept?', 'Copies of the database go to a server in Oslo every night.']
  ],
  [
    ['What car does Elif drive?', 'Elif bought a used electric hatchback.'],
    ['How does Elif get to the office?', 'She commutes by tram because parking is too dear.'],
    ['What happened to her bicycle?', 'Somebody stole her bike outside the library.'],
    ['Where did Elif learn to drive?', 'She passed her licence test in a village near Izmir.'],
    ['Which journey did Elif enjoy most?', 'The night train over the Alps was the best trip of her life.']
  ],
  [
    ['What did grandfather do for a living?', 'My grandpa repaired clocks for fifty years.'],
    ['Where was grandmother born?', 'Grandma came into the world on a farm in Galicia.'],
    ['How did the grandparents meet?', 'They got to know each other at a dance during the harvest.'],
    ['What did grandfather leave behind?', 'In his will he gave me his pocket watch.'],
    ['Which language did grandmother speak?', 'She talked Galician with her sisters all her life.']
  ]
]
