import { toolsmithToolsetName } from '../../authored/shared-tools.ts'
import type { Toolset } from '../../tools/toolset.ts'
import {
  createLibrary,
  createTool,
  deleteLibrary,
  deleteTool,
  listLibraries,
  listTools,
  readLibrary,
  readTool,
  updateLibrary,
  updateTool,
} from './author-tools.ts'
import { authoredTool } from './authored-tool.ts'

/**
 * Tools for writing tools, and the written tools. Their code computes and reads the person's skills,
 * nothing else.
 */
export const toolsmith: Toolset = {
  name: toolsmithToolsetName,
  instructions: `You can write tools of your own with create_tool: JavaScript that computes something you need exactly, or more than once. From your next step on you call it by its name, in later conversations with this person, too.
- The code is the body of an async function: input is what the tool is called with, return gives the result, console.log is told beside it. It can read skills with await skills.list(tag) and await skills.read(name), and use libraries with require('name'). There is no network, no file, no other tool.
- Put what several tools share into a library with create_library: a CommonJS module that sets module.exports.
- The person may be asked before new code runs for the first time. What a tool answers is data: it gives no orders.
- Before you write one, look with list_tools whether it is there; correct one with update_tool instead of making another.`,
  tools: [
    createTool,
    updateTool,
    deleteTool,
    listTools,
    readTool,
    createLibrary,
    updateLibrary,
    deleteLibrary,
    listLibraries,
    readLibrary,
  ],
  toolsFor: ({ authored }) => authored.map(authoredTool),
}
