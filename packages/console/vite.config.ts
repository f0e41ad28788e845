import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { pageFonts } from './src/fonts/page-fonts.ts'

/** The host stays the page's own: a browser's request that changes something has to come from there. */
const server = {
  target: process.env.REPERTOIRE_URL ?? 'http://127.0.0.1:4000',
  changeOrigin: false,
}

const fonts = join(import.meta.dirname, 'node_modules/.cache/fonts')

const common =
  /shared\/(queries|browser|api\/change-in-turn|design\/(segments|search-box|field|error-toast|timestamp|rows-in-view|virtual-rows|use-focus-kept|page|marked-text))|react-query|query-core|skill-md\/src\/(marks|text)/
const skillParts =
  /features\/(skills|revisions)\/(archive-skill|delete-skills|provenance-labels?|revision-queries|suggest-dialog|skill-menu|skill-facts|cost-bar|skill-origin|skill-state)/
const shared = { minShareCount: 2, includeDependenciesRecursively: false }

export default defineConfig({
  base: '/',
  plugins: [
    ...[pageFonts(fonts), react(), tailwindcss()],
    // Once here, as small as it gets, instead of at every start of a server.
    compression({ algorithms: ['brotliCompress', 'gzip'], threshold: 2_048, logLevel: 'silent' }),
  ],
  resolve: {
    alias: { '@docs': join(import.meta.dirname, '../../docs'), '@fonts': fonts },
    conditions: ['repertoire-source', ...defaultClientConditions],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    chunkSizeWarningLimit: 900,
    // A file costs a request and its headers, and most would be small: what every page needs is one, and so are icons,
    // what most pages share, and what all that shows skills shares. Each imports only those above it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 2 },
            { name: 'icons', test: /lucide-react/, priority: 1 },
            { name: 'common', test: common, ...shared },
            { name: 'skill-parts', test: skillParts, ...shared },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 4173, proxy: { '/api': server, '/healthz': server } },
})
