/** Every page, in the order in which they are named. */
export const pages = [
  { to: '/', name: 'Leaf', what: 'what is true, over what was' },
  { to: '/plate', name: 'Plate', what: 'when it was true, and when it was known' },
  { to: '/margin', name: 'Margin', what: 'conversations and what they changed' },
  { to: '/memories', name: 'Memories', what: 'all of them, to correct and remove' },
  { to: '/search', name: 'Search', what: 'as an agent would, and why a hit was found' },
  { to: '/ingest', name: 'Ingest', what: 'paste a conversation' },
  { to: '/graph', name: 'Graph', what: 'entities and how they hang together' },
  { to: '/operate', name: 'Operate', what: 'health, the last day, export, import, erase' }
] as const
