#!/usr/bin/env node
// Writes and checks the provenance of a release: an in-toto statement with the predicate SLSA provenance v1, which says
// from which commit and with which dependencies the files were built. The machine that releases signs it (for example
// `cosign attest-blob`); unsigned it only tells whether files are the same.
//
//   node scripts/provenance.mjs write repertoire-0.1.0.tgz > provenance.json
//   node scripts/provenance.mjs verify provenance.json repertoire-0.1.0.tgz

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { sbom } from './sbom.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** The statement for some files, built by `npm ci` and a build of this commit. */
export function provenance(files) {
  const git = (...options) => execFileSync('git', options, { cwd: root, encoding: 'utf8' }).trim()
  const commit = git('rev-parse', 'HEAD')
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjectsOf(files),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://slsa.dev/npm-cli@v2',
        externalParameters: { command: ['npm', 'ci', '--ignore-scripts'] },
        internalParameters: { node: process.version, isClean: git('status', '--porcelain') === '' },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'sbom.cdx.json', digest: { sha256: sha256(sbom()) } },
          {
            name: 'package-lock.json',
            digest: { sha256: sha256(readFileSync(resolve(root, 'package-lock.json'))) },
          },
        ],
      },
      runDetails: { builder: { id: 'https://slsa.dev/builder/unsigned' } },
    },
  }
}

/** What does not fit, in sentences; empty when every file is the one that the statement names. */
export function verify(statement, files) {
  const named = new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]))
  const problems = subjectsOf(files).flatMap(({ name, digest }) => {
    if (!named.has(name)) return [`${name} is not named in the statement.`]
    return named.get(name) === digest.sha256 ? [] : [`${name} is not the file that was built.`]
  })
  const given = new Set(files.map((file) => basename(file)))
  const missing = [...named.keys()].filter((name) => !given.has(name))
  return [...problems, ...missing.map((name) => `${name} is named, and was not given.`)]
}

function subjectsOf(files) {
  return files.map((file) => ({
    name: basename(file),
    digest: { sha256: sha256(readFileSync(file)) },
  }))
}

function main([command, ...options]) {
  if (command === 'write' && options.length > 0) {
    process.stdout.write(`${JSON.stringify(provenance(options), null, 2)}\n`)
    return 0
  }
  const [statement, ...files] = options
  if (command !== 'verify' || statement === undefined || files.length === 0) {
    process.stderr.write('Usage: provenance.mjs write <file…> | verify <statement> <file…>\n')
    return 2
  }
  const problems = verify(JSON.parse(readFileSync(statement, 'utf8')), files)
  process.stdout.write(problems.length === 0 ? 'All files fit.\n' : `${problems.join('\n')}\n`)
  return problems.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(main(process.argv.slice(2)))
