/** The pages. The address after `#` is the page's own, so that nothing but `/` must be served, under any prefix. */
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent
} from '@tanstack/react-router'
import { patiently } from './api/reach.ts'
import { Frame } from './frame.tsx'
import { readView } from './view-state.ts'
import { LeafView } from './views/leaf.tsx'
import { Problem } from './parts/problem.tsx'

const root = createRootRoute({ component: Frame, validateSearch: readView, notFoundComponent: NotFound })

const leaf = createRoute({ getParentRoute: () => root, path: '/', component: LeafView })
const page = <Path extends string>(path: Path, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent((() => patiently(load)) as never, name as never)
  })

const routes = [
  leaf,
  page('/plate', () => import('./views/plate/plate.tsx'), 'PlateView'),
  page('/margin', () => import('./views/margin.tsx'), 'MarginView'),
  page('/memories', () => import('./views/memories.tsx'), 'MemoriesView'),
  page('/search', () => import('./views/search.tsx'), 'SearchView'),
  page('/ingest', () => import('./views/ingest.tsx'), 'IngestView'),
  page('/graph', () => import('./views/graph/graph.tsx'), 'GraphView'),
  page('/operate', () => import('./views/operate.tsx'), 'OperateView')
]

export const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createHashHistory(),
  defaultPreload: 'intent',
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const text = new URLSearchParams(Object.entries(readView(search))).toString()
    return text === '' ? '' : `?${text}`
  },
  defaultErrorComponent: ({ error, reset }) => <Problem error={error as Error} onRetry={reset} />
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function NotFound () {
  return <p className="quiet">There is no such page here.</p>
}
