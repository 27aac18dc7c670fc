/**
 * Enumerations of the specs: name, then the texts in order of their numbers, which count up from 0; `N:text` jumps to N.
 */
export const specEnums = `
ADLACPActive off|on
ADSelect stable|bandwidth|count
ARPAllTargets any|all
ARPValidate none|active|backup|all|filter|filter-active|filter-backup
AddressSortAlgorithm v1|v2
BondMode balance-rr|active-backup|balance-xor|broadcast|802.3ad|balance-tlb|balance-alb
BondXmitHashPolicy layer2|layer3+4|layer2+3|encap2+3|encap3+4
ClientIdentifier none|mac|duid
ConfigLayer default|cmdline|platform|operator|configuration
ConntrackState 1:invalid|established|4:related|8:new
Duplex Half|Full|255:Unknown
EncryptionKeyType static|nodeID|kms|tpm
EncryptionProviderType none|luks2
FIPSState disabled|enabled|enabled, strict
FSParameterType string|boolean|binary
FailOverMAC none|active|follow
Family 2:inet4|10:inet6
FilesystemType none|xfs|vfat|ext4|iso9660|swapi|virtiofs
ImageCacheCopyStatus unknown|skipped|copying|ready
ImageCacheStatus unknown|disabled|preparing|ready
LACPRate slow|fast
LinkType netrom|ether|eether|ax25|pronet|chaos|ieee802|arcnet|atalk|15:dlci|19:atm|23:metricom|ieee1394|27:eui64|32:infiniband|256:slip|cslip|slip6|cslip6|rsrvd|264:adapt|270:rose|x25|hwx25|280:can|512:ppp|cisco|516:lapb|ddcmp|rawhdlc|768:ipip|tunnel6|frad|skip|loopback|localtlk|fddi|bif|sit|ip/ddp|gre|pimreg|hippi|ash|econet|irda|fcpp|fcal|fcpl|fcfb_0|fcfb_1|fcfb_2|fcfb_3|fcfb_4|fcfb_5|fcfb_6|fcfb_7|fcfb_8|fcfb_9|fcfb_10|fcfb_11|fcfb_12|tr|ieee802.11|ieee802.11_prism|ieee802.11_radiotap|ieee802.15.4|ieee802.15.4_monitor|820:phonet|phonet_pipe|caif|ip6gre|netlink|6lowpan|65534:nohdr|void
MachineStage unknown|booting|installing|maintenance|running|rebooting|shutting down|resetting|upgrading
MachineType unknown|init|controlplane|worker
MatchOperator ==|!=
NetworkOperator dhcp4|dhcp6|vip
NfTablesChainHook prerouting|input|forward|output|postrouting
NfTablesChainPriority -2147483648:first|-400:conntrack-defrag|-300:raw|-225:selinux-first|-200:conntrack|-150:mangle|-100:nat-dest|0:filter|50:security|100:nat-source|225:selinux-last|300:conntrack-helper|2147483647:last
NfTablesVerdict drop|accept
OperationalState unknown|notPresent|down|lowerLayerDown|testing|dormant|up
PeerState unknown|up|down
Port TwistedPair|AUI|MII||BNC|DirectAttach|239:None|255:Other
PrimaryReselect always|better|failure
Protocol 1:icmp|6:tcp|17:udp|58:icmpv6
RouteProtocol unspec|redirect|kernel|boot|static|9:ra|mrt|zebra|bird|dnrouted|xorp|ntk|dhcp|mrtd|keepalived|42:babel|99:openr|186:bgp|isis|ospf|rip|192:eigrp
RouteType unspec|unicast|local|broadcast|anycast|multicast|blackhole|unreachable|prohibit|throw|nat|xresolve
RoutingRuleAction unspec|unicast|6:blackhole|unreachable|prohibit
RoutingTable unspec|253:default|main|local
SELinuxState disabled|enabled, permissive|enabled, enforcing
Scope global|200:site|253:link|host|nowhere
Sensitivity |sensitive
VLANProtocol 33024:802.1q|34984:802.1ad
VolumePhase waiting|failed|missing|located|provisioned|prepared|ready|closed
VolumeType partition|disk|tmpfs|directory|symlink|overlay|external
WOLMode 1:phy|unicast|4:multicast|8:broadcast|32:magic|64:magicsecure|128:filter
`;

/** Bit sets in the same notation, the numbers being bit positions; as text they are a comma list. */
export const specFlags = `
AddressFlags temporary|nodad|optimistic|dadfailed|homeaddress|deprecated|tentative|permanent|mngmtmpaddr|noprefixroute|mcautojoin|stableprivacy
LinkFlags UP|BROADCAST|DEBUG|LOOPBACK|POINTTOPOINT|NOTRAILERS|RUNNING|NOARP|PROMISC|ALLMULTI|MASTER|SLAVE|MULTICAST|PORTSEL|AUTOMEDIA|DYNAMIC|LOWER_UP|DORMANT|ECHO
RouteFlags 8:notify|cloned|equalize|prefix|lookup_table|fib_match|offload|trap
`;
