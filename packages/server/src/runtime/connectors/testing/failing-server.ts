/** A program that is no MCP server: it writes an error and exits. */
process.stderr.write(`cannot start with ${process.env.API_TOKEN}\nError: no licence\n`)
process.exit(2)
