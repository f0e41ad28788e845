import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { run } from './run-child.mjs'

/**
 * Runs npm on the Node of this process: the npm that started us, otherwise the one in PATH. Shows only its
 * errors.
 */
export async function npm(args, options = {}) {
  const quietFlags = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']
  const stdio = ['ignore', 'ignore', 'inherit']
  const cli = npmCli()
  const ended = cli
    ? await run(process.execPath, [cli, ...args, ...quietFlags], { ...options, stdio })
    : await run('npm', [...args, ...quietFlags], {
        ...options,
        stdio,
        // On Windows npm is a .cmd file, which only a shell starts.
        shell: process.platform === 'win32',
      })
  if (ended.code !== 0) throw new Error(`npm ${args[0]} failed; its message is above.`)
}

function npmCli() {
  const npmOfParent = process.env.npm_execpath
  const nodeFolder = dirname(process.execPath)
  const nextToNode = [
    join(nodeFolder, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(nodeFolder, 'node_modules/npm/bin/npm-cli.js'),
  ]
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'npm'))
    .filter(existsSync)
    .map((file) => realpathSync(file))
  return [npmOfParent, ...inPath, ...nextToNode].find(
    (file) => file && basename(file) === 'npm-cli.js' && existsSync(file),
  )
}
