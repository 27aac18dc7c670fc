/** Where a CEL expression stands, which decides what it may speak of. */
export type ExpressionKind = 'disk' | 'volume' | 'link' | 'oomTrigger' | 'oomRanking';

/** Fields of an object with their types. */
export interface Fields {
  readonly [name: string]: string | Fields;
}

/** What an expression may use, and what it must come to. */
export interface CelEnvironment {
  readonly variables: Readonly<Record<string, string | Fields>>;
  /** Signatures of functions beyond CEL's own. */
  readonly functions: readonly string[];
  /** Whether values may be optional (`memory_max.hasValue()`). */
  readonly optionals?: boolean;
  readonly result: 'bool' | 'double';
}

const bytes = Object.fromEntries(
  ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'].map((unit) => [unit, 'uint']),
);
const classes = Object.fromEntries(
  ['Besteffort', 'Burstable', 'Guaranteed', 'Podruntime', 'System'].map((name) => [name, 'int']),
);
const glob = 'glob(string, string): bool';

const disk: Fields = {
  size: 'uint',
  io_size: 'uint',
  sector_size: 'uint',
  readonly: 'bool',
  model: 'string',
  serial: 'string',
  modalias: 'string',
  wwid: 'string',
  bus_path: 'string',
  sub_system: 'string',
  transport: 'string',
  rotational: 'bool',
  cdrom: 'bool',
  dev_path: 'string',
  pretty_size: 'string',
  secondary_disks: 'list<string>',
  uuid: 'string',
  symlinks: 'list<string>',
};

const volume: Fields = {
  size: 'uint',
  sector_size: 'uint',
  io_size: 'uint',
  name: 'string',
  uuid: 'string',
  label: 'string',
  block_size: 'uint',
  filesystem_block_size: 'uint',
  probed_size: 'uint',
  partition_uuid: 'string',
  partition_type: 'string',
  partition_label: 'string',
  partition_index: 'uint',
  type: 'string',
  device_path: 'string',
  parent: 'string',
  dev_path: 'string',
  parent_dev_path: 'string',
  pretty_size: 'string',
  offset: 'uint',
};

const bondMaster: Fields = {
  mode: 'int',
  hash_policy: 'int',
  lacp_rate: 'int',
  arp_validate: 'int',
  arp_all_targets: 'int',
  primary_index: 'uint',
  primary_reselect: 'int',
  fail_over_mac: 'int',
  ad_select: 'int',
  mii_mon: 'uint',
  up_delay: 'uint',
  down_delay: 'uint',
  arp_interval: 'uint',
  resend_igmp: 'uint',
  min_links: 'uint',
  lp_interval: 'uint',
  packets_per_slave: 'uint',
  num_peer_notif: 'uint',
  tlb_dynamic_lb: 'uint',
  all_slaves_active: 'uint',
  use_carrier: 'bool',
  ad_actor_sys_prio: 'uint',
  ad_user_port_key: 'uint',
  peer_notify_delay: 'uint',
  arpip_targets: 'list<dyn>',
  nsip6_targets: 'list<dyn>',
  adlacp_active: 'int',
  missed_max: 'uint',
};

const link: Fields = {
  index: 'uint',
  type: 'int',
  link_index: 'uint',
  flags: 'uint',
  hardware_addr: 'bytes',
  broadcast_addr: 'bytes',
  mtu: 'uint',
  queue_disc: 'string',
  master_index: 'uint',
  operational_state: 'int',
  kind: 'string',
  slave_kind: 'string',
  bus_path: 'string',
  pciid: 'string',
  driver: 'string',
  driver_version: 'string',
  firmware_version: 'string',
  product_id: 'string',
  vendor_id: 'string',
  product: 'string',
  vendor: 'string',
  link_state: 'bool',
  speed_megabits: 'int',
  port: 'int',
  duplex: 'int',
  vlan: { vid: 'uint', protocol: 'int' },
  bridge_master: { stp: { enabled: 'bool' }, vlan: { filtering_enabled: 'bool' } },
  bond_master: bondMaster,
  wireguard: {
    private_key: 'string',
    public_key: 'string',
    listen_port: 'int',
    firewall_mark: 'int',
    peers: 'list<dyn>',
  },
  permanent_addr: 'bytes',
  alias: 'string',
  alt_names: 'list<string>',
  vrf_master: { table: 'int' },
};

/** Memory pressure over times, now and since the last look, of the machine and of each class. */
const pressure = ['some', 'full'].flatMap((part) =>
  ['avg10', 'avg60', 'avg300', 'total'].map((time) => `memory_${part}_${time}`),
);
const usage = ['memory_current', 'memory_peak', 'memory_max'];
const ofMachine = pressure.flatMap((name) => [name, `d_${name}`]);
const ofClasses = [...pressure, ...usage].flatMap((name) => [`qos_${name}`, `d_qos_${name}`]);

export const environments: Readonly<Record<ExpressionKind, CelEnvironment>> = {
  disk: { variables: { disk, system_disk: 'bool', ...bytes }, functions: [glob], result: 'bool' },
  volume: { variables: { volume, disk, ...bytes }, functions: [], result: 'bool' },
  link: { variables: { link }, functions: [glob, 'mac(bytes): string'], result: 'bool' },
  oomTrigger: {
    variables: {
      ...Object.fromEntries(ofMachine.map((name) => [name, 'double'])),
      ...Object.fromEntries(ofClasses.map((name) => [name, 'map<int, double>'])),
      time_since_trigger: 'google.protobuf.Duration',
      ...bytes,
      ...classes,
    },
    functions: ['multiply_qos_vectors(map<dyn, double>, map<dyn, double>): double'],
    optionals: true,
    result: 'bool',
  },
  oomRanking: {
    variables: {
      memory_max: 'optional<uint>',
      memory_current: 'optional<uint>',
      memory_peak: 'optional<uint>',
      path: 'string',
      class: 'int',
      ...bytes,
      ...classes,
    },
    functions: [],
    optionals: true,
    result: 'double',
  },
};
