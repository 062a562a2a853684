import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/client.ts'
import { Away } from './parts/away.tsx'
import { NoticeProvider } from './parts/notices.tsx'
import { applyTheme } from './parts/theme.tsx'
import { router } from './router.tsx'
import '@fontsource-variable/newsreader/wght.css'
import './styles/base.css'
import './styles/frame.css'
import './styles/leaf.css'
import './styles/pages.css'

/** What is away comes back; what is refused stays refused. */
const mayReturn = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500)

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => mayReturn(error) && count < 30,
      retryDelay: count => Math.min(500 * 2 ** count, 5_000),
      networkMode: 'always'
    },
    mutations: { networkMode: 'always' }
  }
})

applyTheme()
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={client}>
    <NoticeProvider>
      <Away />
      <RouterProvider router={router} />
    </NoticeProvider>
  </QueryClientProvider>
)
