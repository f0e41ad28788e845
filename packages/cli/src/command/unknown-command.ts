import type { Command } from 'commander'

/** Rejects a name that no command of a group has, and says which is like it. */
export function rejectUnknownCommands(group: Command): void {
  group.hook('preSubcommand', (_, chosen) => {
    // Its default command, which takes no arguments, would call the name one too many.
    const [given] = group.args
    if (given === undefined || given.startsWith('-')) return
    const isNamed = [chosen.name(), ...chosen.aliases()].includes(given)
    if (!isNamed && chosen.registeredArguments.length === 0) throwUnknown(group)
  })
}

/** Commander's own message, as groups without a default command have it; its types leave it out. */
function throwUnknown(group: Command): void {
  ;(group as Command & { unknownCommand(): never }).unknownCommand()
}
