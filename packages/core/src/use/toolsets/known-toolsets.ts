import type { Toolset } from '../tools/toolset.ts'
import { code } from './code/code.ts'
import { connectors } from './connectors/connectors.ts'
import { discovery } from './discovery/discovery.ts'
import { library } from './library/library.ts'
import { observations } from './memories/observations.ts'
import { packages } from './packages/packages.ts'
import { person } from './person.ts'
import { portable } from './portable/portable.ts'
import { registrySkills } from './registry/registry.ts'
import { routed } from './routed/routed.ts'
import { scripts } from './scripts/scripts.ts'
import { skillUse } from './skill-use/skill-use.ts'
import { toolsmith } from './toolsmith/toolsmith.ts'
import { web } from './web.ts'
import { workspace } from './workspace/workspace.ts'

/** Every toolset an organisation may choose from. */
export const knownToolsets: readonly Toolset[] = [
  ...[discovery, portable, routed, library, packages, workspace, person, web, connectors],
  ...[skillUse, scripts, code, toolsmith, observations],
]

/** Those, and the ones that settings switch on by themselves. */
export const everyToolset: readonly Toolset[] = [...knownToolsets, registrySkills]
