// Every npm script of this repository goes through this file: it ensures the right Node, installed dependencies
// and a built page, and then runs the command. It uses only Node's built-ins and runs on Node 18 and newer,
// because it runs before anything is installed.

import { commands } from './launch/commands.mjs'
import { installNode, nodeEnvironment, satisfiesVersion } from './launch/install-node.mjs'
import { exitLike, run } from './launch/run-child.mjs'
import { log, root } from './launch/workspace.mjs'

const [name = '', ...args] = process.argv.slice(2)

async function main() {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    log(`Usage: node scripts/launch.mjs <${Object.keys(commands).join(' | ')}> [arguments]`)
    return { code: 2 }
  }
  if (satisfiesVersion(process.versions.node)) return command(args)
  const node = await installNode()
  // Everything from here, npm included, runs on the installed Node.
  return run(node, process.argv.slice(1), { cwd: root, env: nodeEnvironment(node) })
}

try {
  exitLike(await main())
} catch (error) {
  log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
