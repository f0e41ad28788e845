import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleFolder, serverMain } from './server-bundle.mjs'
import { root } from './workspace.mjs'

/**
 * Packages of many small modules, which take longer to find than to run. Packages with native or dynamic parts
 * are excluded.
 */
const bundled = [
  /^@repertoire\//,
  ...[
    'kysely',
    'zod',
    '@hono/zod-openapi',
    '@hono/zod-validator',
    '@asteasolutions/zod-to-openapi',
    'openapi3-ts',
    'hono',
    '@hono/node-server',
    'yaml',
    '@zip.js/zip.js',
    'ipaddr.js',
  ],
  ...['tldts', 'tldts-core', '@orama/stemmers', 'croner', 'cronstrue', 'fflate', 'diff'],
  ...['@noble/hashes', '@eslint-community/regexpp', 'minisearch', 'spdx-expression-parse'],
  ...['spdx-exceptions', 'spdx-license-ids', 'fastest-levenshtein'],
]

/** Vite's configuration for the server in one file. */
export default {
  root,
  logLevel: 'error',
  plugins: [
    { name: 'keep-source-paths', enforce: 'pre', transform: keepSourcePaths },
    { name: 'english-only', enforce: 'pre', load: withoutLocales },
  ],
  ssr: {
    noExternal: bundled,
    resolve: { conditions: ['repertoire-source', 'node', 'import', 'module', 'default'] },
  },
  build: {
    ssr: serverMain,
    outDir: bundleFolder,
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    rolldownOptions: { output: { comments: false } },
  },
}

const importMetaPath = /\bimport\.meta\.(url|dirname|filename)\b/

/**
 * Our modules find workers, vocabularies and the page relative to themselves: each keeps the path of its
 * source.
 */
function keepSourcePaths(code, id) {
  if (!id.startsWith(root) || id.includes('/node_modules/') || !importMetaPath.test(code))
    return null
  const paths = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id }
  const replaced = code.replaceAll(new RegExp(importMetaPath, 'g'), (_, name) =>
    JSON.stringify(paths[name]),
  )
  return { code: replaced, map: null }
}

const zodLocales = /\/node_modules\/zod\/v4\/locales\/index\.js$/

/** The messages of zod in sixty languages, of which it uses one. */
function withoutLocales(id) {
  return zodLocales.test(id) ? "export { default as en } from './en.js'" : null
}
