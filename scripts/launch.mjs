// Every npm script of this repository goes through here: it makes sure of the right Node, of installed
// dependencies and of a built page, and then runs the command. It uses nothing but Node's built-ins
// and runs on Node 18 and newer, because it has to work before anything is installed.

import { commands } from './launch/commands.mjs'
import { installNode, isSatisfying, nodeEnvironment } from './launch/install-node.mjs'
import { exitLike, run } from './launch/run-child.mjs'
import { log, root } from './launch/workspace.mjs'

const [name = '', ...args] = process.argv.slice(2)

async function main() {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    log(`Usage: node scripts/launch.mjs <${Object.keys(commands).join(' | ')}> [arguments]`)
    return { code: 2 }
  }
  if (isSatisfying(process.versions.node)) return command(args)
  const node = await installNode()
  // Everything after this line, npm included, runs on the Node that was brought.
  return run(node, process.argv.slice(1), { cwd: root, env: nodeEnvironment(node) })
}

try {
  exitLike(await main())
} catch (error) {
  log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
