#!/usr/bin/env node
import process from 'node:process'
import { runProgram } from '@repertoire/cli'
import { prepareCommand } from './prepare-command.ts'

prepareCommand(process)
await runProgram(process)
