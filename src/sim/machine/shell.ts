/** What a command of a simulated container is connected to. */
export interface ShellAround {
  readonly hostname: string;
  /** Columns and lines of the terminal; undefined without one. */
  size(): { readonly width: number; readonly height: number } | undefined;
  write(text: string): void;
  /** A line of the input without its end, undefined when there is no more. */
  readLine(): Promise<string | undefined>;
  /** Resolves after the milliseconds, rejects when the container is ended. */
  sleep(milliseconds: number): Promise<void>;
}

type Command = (args: readonly string[], around: ShellAround) => Promise<number> | number;

const notFound = 127;

const commands: Readonly<Record<string, Command>> = {
  true: () => 0,
  false: () => 1,
  echo(args, { write }) {
    write(`${args.join(' ')}\n`);
    return 0;
  },
  async cat(_args, { readLine, write }) {
    for (let line = await readLine(); line !== undefined; line = await readLine()) write(`${line}\n`);
    return 0;
  },
  hostname(_args, { hostname, write }) {
    write(`${hostname}\n`);
    return 0;
  },
  id(_args, { write }) {
    write('uid=0(root) gid=0(root) groups=0(root)\n');
    return 0;
  },
  async sleep([seconds = '0'], { sleep }) {
    await sleep(Number(seconds) * 1000);
    return 0;
  },
  stty([what], { size, write }) {
    const now = size();
    if (what !== 'size' || now === undefined) {
      write('stty: standard input: Not a tty\n');
      return 1;
    }
    write(`${now.height} ${now.width}\n`);
    return 0;
  },
  uname(_args, { hostname, write }) {
    write(`Linux ${hostname} 6.18.44-talos #1 SMP x86_64 Linux\n`);
    return 0;
  },
};

const shells = ['sh', 'ash', 'bash'];

/** Whether a container has the program. */
export function hasProgram(path: string): boolean {
  const name = path.replace(/^.*\//, '');
  return shells.includes(name) || name in commands;
}

/** Runs a program of a container, a shell where none is named, and gives its exit code. */
export async function runProgram(words: readonly string[], around: ShellAround): Promise<number> {
  const [program = '/bin/sh', ...args] = words;
  const name = program.replace(/^.*\//, '');
  if (!shells.includes(name)) return (await commands[name]?.(args, around)) ?? notFound;
  return args[0] === '-c' ? runScript(args[1] ?? '', around) : interactive(around);
}

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super('exit');
    this.code = code;
  }
}

async function runScript(script: string, around: ShellAround): Promise<number> {
  try {
    return await runLines(script.split('\n'), 0, around);
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}

async function interactive(around: ShellAround): Promise<number> {
  let last = 0;
  const prompt = (): void => {
    if (around.size() !== undefined) around.write('/ # ');
  };
  prompt();
  try {
    for (let line = await around.readLine(); line !== undefined; line = await around.readLine()) {
      last = await runLines([line], last, around);
      prompt();
    }
    return last;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}

/** Commands apart by `;`, `&&` and line ends. */
async function runLines(lines: readonly string[], before: number, around: ShellAround): Promise<number> {
  let last = before;
  for (const line of lines) {
    for (const list of line.split(';')) {
      for (const [index, command] of list.split('&&').entries()) {
        if (index > 0 && last !== 0) break;
        const words = wordsOf(command).map((word) => word.replaceAll('$?', String(last)));
        if (words.length > 0) last = await runOne(words, last, around);
      }
    }
  }
  return last;
}

async function runOne([name = '', ...args]: readonly string[], last: number, around: ShellAround): Promise<number> {
  if (name === 'exit') throw new Exit(args[0] === undefined ? last : Number(args[0]) & 0xff);
  if (!hasProgram(name)) {
    around.write(`sh: ${name}: not found\n`);
    return notFound;
  }
  return runProgram([name, ...args], around);
}

function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}
