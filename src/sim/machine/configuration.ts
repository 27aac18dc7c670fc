import {
  type ApplyConfiguration,
  type ApplyConfigurationRequest,
  ApplyConfigurationRequest_Mode as Mode,
} from '../../gen/machine/machine.js';
import { decodeConfig } from '../../machineconfig/decode/decode.js';
import type { MachineConfig } from '../../machineconfig/document.js';
import { encodeConfig } from '../../machineconfig/encode/encode.js';
import { unifiedDiff } from '../../render/unified-diff.js';
import { Code, StatusError } from '../rpc/status.js';
import { ConfigView } from './config-view.js';
import { immediateObstacle } from './immediate.js';
import { formatSpan } from './span.js';
import { validateForNode } from './validation.js';

/** A configuration that a machine has: the text as it came, and what it says. */
export interface LoadedConfig {
  readonly text: string;
  readonly config: MachineConfig;
  readonly view: ConfigView;
}

/** Reads a text that is known to be good (from the machine's own disk). */
export function loadConfig(text: string): LoadedConfig {
  const config = decodeConfig(text);
  return { text, config, view: new ConfigView(config) };
}

export interface ConfigurationSurroundings {
  /** Whether the machine has no configuration yet that it could run with. */
  inMaintenance(): boolean;
  /** Whether the system is on a disk. */
  installed(): boolean;
  /** Writes what the machine shall boot with next. */
  persist(loaded: LoadedConfig): void;
  /** Acts upon a new running configuration. */
  activated(previous: LoadedConfig | undefined): void;
  /** Told when only what is kept for the next boot has changed. */
  changed(): void;
  reboot(): void;
  log(message: string): void;
  readonly signal: AbortSignal;
}

const defaultTryTimeout = 60_000;

/** The running and the persisted configuration of one boot, and how they are changed through the API. */
export class Configuration {
  readonly #around: ConfigurationSurroundings;
  #active: LoadedConfig | undefined;
  #persistent: LoadedConfig | undefined;
  #activeVersion = 0;
  #persistentVersion = 0;
  #tryTimer: NodeJS.Timeout | undefined;
  #applying = false;
  #rebooting = false;

  constructor(around: ConfigurationSurroundings, stored: LoadedConfig | undefined) {
    this.#around = around;
    if (stored !== undefined) {
      this.#active = this.#persistent = stored;
      this.#activeVersion = this.#persistentVersion = 1;
    }
    around.signal.addEventListener('abort', () => clearTimeout(this.#tryTimer), { once: true });
  }

  get active(): LoadedConfig | undefined {
    return this.#active;
  }

  get persistent(): LoadedConfig | undefined {
    return this.#persistent;
  }

  /** Versions of the resources, counted from 1 at boot; 0 where there is none. */
  get versions(): { readonly active: number; readonly persistent: number } {
    return { active: this.#activeVersion, persistent: this.#persistentVersion };
  }

  /** Answers ApplyConfiguration. One at a time: a second one meanwhile is refused. */
  async apply(request: ApplyConfigurationRequest): Promise<ApplyConfiguration> {
    if (this.#applying) {
      throw new StatusError(Code.failedPrecondition, 'another apply configuration is already in progress');
    }
    this.#applying = true;
    try {
      return await this.#apply(request);
    } finally {
      this.#applying = false;
    }
  }

  async #apply(request: ApplyConfigurationRequest): Promise<ApplyConfiguration> {
    if (this.#rebooting) {
      throw new StatusError(
        Code.failedPrecondition,
        'a configuration was applied already and the node is about to reboot: apply again when it is back',
      );
    }
    if (request.mode !== Mode.TRY) this.#cancelTry();

    const maintenance = this.#around.inMaintenance();
    const next = this.#read(request.data);
    if (!maintenance && !next.config.documents.some(({ kind }) => kind === 'v1alpha1')) {
      throw new StatusError(
        Code.invalidArgument,
        "the applied machine configuration doesn't contain v1alpha1 config, did you mean to patch the machine config instead?",
      );
    }
    const warnings = await validateForNode(next.config, this.#around.installed());

    const { mode, summary, reason } = this.#decide(request.mode, next, maintenance);
    if (request.dryRun) {
      const diff = unifiedDiff(
        this.#active === undefined ? '' : encodeConfig(this.#active.config),
        encodeConfig(next.config),
      );
      return answer(
        mode,
        [],
        `Dry run summary:\n${summary} (skipped in dry-run).\nConfig diff:\n\n${diff === '' ? 'No changes.' : diff}`,
      );
    }
    this.#around.log(
      `apply config request: mode ${modeName(request.mode)}${mode === request.mode ? '' : `(${modeName(mode)})`}`,
    );
    let details = summary + reason;
    switch (mode) {
      case Mode.TRY: {
        const timeout = tryTimeout(request);
        this.#revertAfter(timeout, this.#active);
        this.#activate(next);
        details += `\nThe config is applied in 'try' mode and will be automatically reverted back in ${formatSpan(timeout)}`;
        break;
      }
      case Mode.NO_REBOOT:
        this.#persist(next);
        this.#activate(next);
        break;
      case Mode.STAGED:
        this.#persist(next);
        this.#around.changed();
        break;
      default:
        this.#rebooting = true;
        this.#persist(next);
        this.#around.changed();
        this.#around.reboot();
    }
    return answer(mode, warnings, details);
  }

  #read(data: Buffer): LoadedConfig {
    try {
      return loadConfig(data.toString('utf8'));
    } catch (error) {
      throw new StatusError(Code.invalidArgument, error instanceof Error ? error.message : String(error));
    }
  }

  #decide(
    asked: Mode,
    next: LoadedConfig,
    maintenance: boolean,
  ): { readonly mode: Mode; readonly summary: string; readonly reason: string } {
    const without = 'Applied configuration without a reboot';
    const withReboot = 'Applied configuration with a reboot';
    const obstacle =
      maintenance || this.#active === undefined ? undefined : immediateObstacle(this.#active.config, next.config);
    switch (asked) {
      case Mode.TRY:
      case Mode.NO_REBOOT:
        if (obstacle !== undefined) throw new StatusError(Code.invalidArgument, obstacle);
        return { mode: asked, summary: without, reason: '' };
      case Mode.STAGED:
        return {
          mode: asked,
          summary: 'Staged configuration to be applied after the next reboot',
          reason: '',
        };
      case Mode.REBOOT:
        if (maintenance) return { mode: Mode.NO_REBOOT, summary: without, reason: '' };
        return { mode: asked, summary: withReboot, reason: '' };
      case Mode.AUTO:
        if (obstacle !== undefined) return { mode: Mode.REBOOT, summary: withReboot, reason: `: ${obstacle}` };
        return { mode: Mode.NO_REBOOT, summary: without, reason: '' };
      default:
        throw new StatusError(Code.unknown, `incorrect mode '${asked}' specified for the apply config call`);
    }
  }

  #persist(next: LoadedConfig): void {
    this.#persistent = next;
    this.#persistentVersion++;
    this.#around.persist(next);
  }

  #activate(next: LoadedConfig): void {
    const previous = this.#active;
    this.#active = next;
    this.#activeVersion++;
    this.#around.activated(previous);
  }

  #revertAfter(milliseconds: number, previous: LoadedConfig | undefined): void {
    this.#cancelTry();
    this.#tryTimer = setTimeout(() => {
      this.#tryTimer = undefined;
      this.#around.log('rolling back the configuration');
      if (previous !== undefined) this.#activate(previous);
    }, milliseconds);
  }

  #cancelTry(): void {
    clearTimeout(this.#tryTimer);
    this.#tryTimer = undefined;
  }
}

function modeName(mode: Mode): string {
  return (Mode[mode] ?? String(mode)).toLowerCase();
}

function tryTimeout(request: ApplyConfigurationRequest): number {
  const asked = request.tryModeTimeout;
  return asked === undefined ? defaultTryTimeout : Number(asked.seconds) * 1000 + asked.nanos / 1e6;
}

function answer(mode: Mode, warnings: readonly string[], modeDetails: string): ApplyConfiguration {
  return { metadata: undefined, mode, warnings: [...warnings], modeDetails };
}
