import { defineConfig } from 'vite'

const service = process.env.PALIMPSEST_URL ?? 'http://localhost:3001'

export default defineConfig({
  // Relative, so that the page works under any path prefix.
  base: './',
  html: { cspNonce: '__NONCE__' },
  server: { proxy: { '/api': service, '/mcp': service, '/docs': service, '/openapi.json': service } },
  // The test runner brings an older React of its own.
  resolve: { dedupe: ['react', 'react-dom', 'scheduler'] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
    // "use client" means nothing here.
    rolldownOptions: {
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      }
    }
  }
})
