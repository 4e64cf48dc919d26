#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Sheet {
    /// With its options, as in "ten-point\[dirty=true\]".
    #[prost(string, tag="1")]
    pub id: ::prost::alloc::string::String,
    #[prost(string, tag="2")]
    pub title: ::prost::alloc::string::String,
    #[prost(uint32, tag="3")]
    pub seats: u32,
    /// A seat's side is seat mod sides.
    #[prost(uint32, tag="4")]
    pub sides: u32,
    /// Every card of the pack, one byte a card, in code order.
    #[prost(bytes="vec", tag="5")]
    pub pack: ::prost::alloc::vec::Vec<u8>,
    #[prost(uint32, tag="6")]
    pub hand_size: u32,
    /// The action codes of all calls, ascending.
    #[prost(uint32, repeated, tag="7")]
    pub calls: ::prost::alloc::vec::Vec<u32>,
    #[prost(enumeration="TrumpMaker", tag="8")]
    pub trump_maker: i32,
    #[prost(enumeration="Follow", tag="9")]
    pub follow: i32,
    #[prost(enumeration="FirstLead", tag="10")]
    pub first_lead: i32,
    /// By suit that may be trump (clubs, diamonds, hearts, spades): its trumps, strongest first.
    #[prost(bytes="vec", repeated, tag="11")]
    pub trumps: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(message, repeated, tag="12")]
    pub points: ::prost::alloc::vec::Vec<PointRule>,
    /// How cards are exchanged between auction and play, in words of docs/variants.md; empty: not at all.
    #[prost(string, repeated, tag="13")]
    pub exchange: ::prost::alloc::vec::Vec<::prost::alloc::string::String>,
    #[prost(sint32, tag="14")]
    pub target: i32,
    #[prost(uint32, tag="15")]
    pub max_deals: u32,
    /// The options that were given, as "name=value".
    #[prost(string, repeated, tag="16")]
    pub options: ::prost::alloc::vec::Vec<::prost::alloc::string::String>,
    /// The hash of the resolved sheet, hex.
    #[prost(string, tag="17")]
    pub hash: ::prost::alloc::string::String,
    /// By suit that may be sub-trump (clubs, diamonds, hearts, spades): its cards, strongest first. Empty: there is none.
    #[prost(bytes="vec", repeated, tag="18")]
    pub sub_trumps: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    #[prost(enumeration="Looking", tag="19")]
    pub looking: i32,
    /// The calls above the numbers, ascending.
    #[prost(message, repeated, tag="20")]
    pub specials: ::prost::alloc::vec::Vec<SpecialCall>,
    /// What a stuck dealer may call.
    #[prost(uint32, repeated, tag="21")]
    pub stuck_calls: ::prost::alloc::vec::Vec<u32>,
    #[prost(enumeration="AllPass", tag="22")]
    pub all_pass: i32,
    #[prost(enumeration="Steal", tag="23")]
    pub steal: i32,
    #[prost(enumeration="ForcedNine", tag="24")]
    pub forced_nine: i32,
    #[prost(enumeration="Misdeal", tag="25")]
    pub misdeal: i32,
    #[prost(enumeration="Jokers", tag="26")]
    pub joker_role: i32,
    #[prost(enumeration="Partner", tag="27")]
    pub partner: i32,
    #[prost(enumeration="FirstLeader", tag="28")]
    pub first_leader: i32,
    #[prost(enumeration="Winning", tag="29")]
    pub winning: i32,
    #[prost(enumeration="Folding", tag="30")]
    pub folding: i32,
    #[prost(enumeration="Burned", tag="31")]
    pub burned: i32,
    #[prost(enumeration="MadeScores", tag="32")]
    pub made_scores: i32,
    #[prost(enumeration="SetScores", tag="33")]
    pub set_scores: i32,
    /// A set never takes a score below it; absent: there is none.
    #[prost(sint32, optional, tag="34")]
    pub floor: ::core::option::Option<i32>,
    #[prost(enumeration="Ending", tag="35")]
    pub ending: i32,
    /// So far ahead of every other side the winner must be, where the ending asks for it.
    #[prost(uint32, tag="36")]
    pub margin: u32,
    /// A side at it or lower has lost; absent: there is none.
    #[prost(sint32, optional, tag="37")]
    pub loses_at: ::core::option::Option<i32>,
    /// A side at it or lower ends the game as a draw of all; absent: there is none.
    #[prost(sint32, optional, tag="38")]
    pub draws_at: ::core::option::Option<i32>,
    /// A side at minus so many or lower wins; 0: there is no back door.
    #[prost(uint32, tag="39")]
    pub backdoor: u32,
    #[prost(enumeration="Settle", tag="40")]
    pub settle: i32,
}
/// A call with a name of its own.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct SpecialCall {
    /// Its action code.
    #[prost(uint32, tag="1")]
    pub call: u32,
    #[prost(string, tag="2")]
    pub name: ::prost::alloc::string::String,
    #[prost(enumeration="Needs", tag="3")]
    pub needs: i32,
    #[prost(enumeration="Stake", tag="4")]
    pub stake: i32,
    /// What it wins or loses, where the stake is points (or a set).
    #[prost(uint32, tag="5")]
    pub points: u32,
}
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct PointRule {
    /// As in docs/variants.md: "high", "jack", "off-jack", "three" ...
    #[prost(string, tag="1")]
    pub name: ::prost::alloc::string::String,
    #[prost(enumeration="PointKind", tag="2")]
    pub kind: i32,
    /// What it is worth.
    #[prost(uint32, tag="3")]
    pub worth: u32,
    #[prost(enumeration="PointOwner", tag="4")]
    pub owner: i32,
    /// For a point card: the card itself by trump suit (clubs, diamonds, hearts, spades); by sub-trump where it is of that.
    #[prost(bytes="vec", tag="5")]
    pub cards: ::prost::alloc::vec::Vec<u8>,
    #[prost(enumeration="PointSuit", tag="6")]
    pub of: i32,
    /// Whether the others score it only when the pitcher is set.
    #[prost(bool, tag="7")]
    pub only_when_set: bool,
    #[prost(enumeration="GameTie", tag="8")]
    pub tie: i32,
    #[prost(enumeration="JokerPips", tag="9")]
    pub joker_pips: i32,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum TrumpMaker {
    Unspecified = 0,
    /// The suit of the first card led.
    Pitched = 1,
    /// Declared after the auction.
    Declared = 2,
    /// Declared with a sub-trump, which beats plain suits and is beaten by trump.
    DeclaredTwo = 3,
}
impl TrumpMaker {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            TrumpMaker::Unspecified => "TRUMP_MAKER_UNSPECIFIED",
            TrumpMaker::Pitched => "TRUMP_MAKER_PITCHED",
            TrumpMaker::Declared => "TRUMP_MAKER_DECLARED",
            TrumpMaker::DeclaredTwo => "TRUMP_MAKER_DECLARED_TWO",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "TRUMP_MAKER_UNSPECIFIED" => Some(Self::Unspecified),
            "TRUMP_MAKER_PITCHED" => Some(Self::Pitched),
            "TRUMP_MAKER_DECLARED" => Some(Self::Declared),
            "TRUMP_MAKER_DECLARED_TWO" => Some(Self::DeclaredTwo),
            _ => None,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Follow {
    Unspecified = 0,
    /// Follow suit or trump.
    OrTrump = 1,
    /// Follow suit; trump only when void.
    Strict = 2,
    /// Only trumps are playable.
    TrumpsOnly = 3,
    /// Follow suit and lead no trump until one was played; then follow suit or trump.
    UntilBroken = 4,
    /// A trump led: play a trump, or be out for the deal. A plain card led: any card; without a trump the trick is dead.
    TrumpLedOnly = 5,
}
impl Follow {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Follow::Unspecified => "FOLLOW_UNSPECIFIED",
            Follow::OrTrump => "FOLLOW_OR_TRUMP",
            Follow::Strict => "FOLLOW_STRICT",
            Follow::TrumpsOnly => "FOLLOW_TRUMPS_ONLY",
            Follow::UntilBroken => "FOLLOW_UNTIL_BROKEN",
            Follow::TrumpLedOnly => "FOLLOW_TRUMP_LED_ONLY",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "FOLLOW_UNSPECIFIED" => Some(Self::Unspecified),
            "FOLLOW_OR_TRUMP" => Some(Self::OrTrump),
            "FOLLOW_STRICT" => Some(Self::Strict),
            "FOLLOW_TRUMPS_ONLY" => Some(Self::TrumpsOnly),
            "FOLLOW_UNTIL_BROKEN" => Some(Self::UntilBroken),
            "FOLLOW_TRUMP_LED_ONLY" => Some(Self::TrumpLedOnly),
            _ => None,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum FirstLead {
    Unspecified = 0,
    Any = 1,
    /// A trump, if the leader holds one.
    Trump = 2,
}
impl FirstLead {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            FirstLead::Unspecified => "FIRST_LEAD_UNSPECIFIED",
            FirstLead::Any => "FIRST_LEAD_ANY",
            FirstLead::Trump => "FIRST_LEAD_TRUMP",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "FIRST_LEAD_UNSPECIFIED" => Some(Self::Unspecified),
            "FIRST_LEAD_ANY" => Some(Self::Any),
            "FIRST_LEAD_TRUMP" => Some(Self::Trump),
            _ => None,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum PointKind {
    Unspecified = 0,
    /// The highest trump played.
    High = 1,
    /// The lowest trump played.
    Low = 2,
    /// A named card.
    Card = 3,
    /// Most pips in tricks.
    Game = 4,
    /// Most tens in tricks; a tie or none: nobody.
    Tens = 5,
    /// The last trick.
    LastTrick = 6,
}
impl PointKind {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            PointKind::Unspecified => "POINT_KIND_UNSPECIFIED",
            PointKind::High => "POINT_KIND_HIGH",
            PointKind::Low => "POINT_KIND_LOW",
            PointKind::Card => "POINT_KIND_CARD",
            PointKind::Game => "POINT_KIND_GAME",
            PointKind::Tens => "POINT_KIND_TENS",
            PointKind::LastTrick => "POINT_KIND_LAST_TRICK",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "POINT_KIND_UNSPECIFIED" => Some(Self::Unspecified),
            "POINT_KIND_HIGH" => Some(Self::High),
            "POINT_KIND_LOW" => Some(Self::Low),
            "POINT_KIND_CARD" => Some(Self::Card),
            "POINT_KIND_GAME" => Some(Self::Game),
            "POINT_KIND_TENS" => Some(Self::Tens),
            "POINT_KIND_LAST_TRICK" => Some(Self::LastTrick),
            _ => None,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum PointOwner {
    Unspecified = 0,
    /// The side that wins the card in a trick.
    Taker = 1,
    /// The side whose player played it.
    Holder = 2,
}
impl PointOwner {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            PointOwner::Unspecified => "POINT_OWNER_UNSPECIFIED",
            PointOwner::Taker => "POINT_OWNER_TAKER",
            PointOwner::Holder => "POINT_OWNER_HOLDER",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "POINT_OWNER_UNSPECIFIED" => Some(Self::Unspecified),
            "POINT_OWNER_TAKER" => Some(Self::Taker),
            "POINT_OWNER_HOLDER" => Some(Self::Holder),
            _ => None,
        }
    }
}
/// The suit that a point is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum PointSuit {
    Unspecified = 0,
    Trump = 1,
    SubTrump = 2,
}
impl PointSuit {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            PointSuit::Unspecified => "POINT_SUIT_UNSPECIFIED",
            PointSuit::Trump => "POINT_SUIT_TRUMP",
            PointSuit::SubTrump => "POINT_SUIT_SUB_TRUMP",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "POINT_SUIT_UNSPECIFIED" => Some(Self::Unspecified),
            "POINT_SUIT_TRUMP" => Some(Self::Trump),
            "POINT_SUIT_SUB_TRUMP" => Some(Self::SubTrump),
            _ => None,
        }
    }
}
/// Who takes Game when the most pips are tied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum GameTie {
    Unspecified = 0,
    Nobody = 1,
    /// The side among them with more jokers in its pile; equal: nobody.
    Jokers = 2,
}
impl GameTie {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            GameTie::Unspecified => "GAME_TIE_UNSPECIFIED",
            GameTie::Nobody => "GAME_TIE_NOBODY",
            GameTie::Jokers => "GAME_TIE_JOKERS",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "GAME_TIE_UNSPECIFIED" => Some(Self::Unspecified),
            "GAME_TIE_NOBODY" => Some(Self::Nobody),
            "GAME_TIE_JOKERS" => Some(Self::Jokers),
            _ => None,
        }
    }
}
/// What a joker counts for Game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum JokerPips {
    Unspecified = 0,
    None = 1,
    /// Half a pip.
    Half = 2,
}
impl JokerPips {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            JokerPips::Unspecified => "JOKER_PIPS_UNSPECIFIED",
            JokerPips::None => "JOKER_PIPS_NONE",
            JokerPips::Half => "JOKER_PIPS_HALF",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "JOKER_PIPS_UNSPECIFIED" => Some(Self::Unspecified),
            "JOKER_PIPS_NONE" => Some(Self::None),
            "JOKER_PIPS_HALF" => Some(Self::Half),
            _ => None,
        }
    }
}
/// When a seat sees its hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Looking {
    Unspecified = 0,
    /// As it is dealt.
    AtOnce = 1,
    /// Just before its call, if it likes; at the latest after the auction, when who looked before has lost a card.
    OrBlind = 2,
    /// Just before its call, unless it makes the second special call blind.
    OrBlindSpecial = 3,
}
impl Looking {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Looking::Unspecified => "LOOKING_UNSPECIFIED",
            Looking::AtOnce => "LOOKING_AT_ONCE",
            Looking::OrBlind => "LOOKING_OR_BLIND",
            Looking::OrBlindSpecial => "LOOKING_OR_BLIND_SPECIAL",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "LOOKING_UNSPECIFIED" => Some(Self::Unspecified),
            "LOOKING_AT_ONCE" => Some(Self::AtOnce),
            "LOOKING_OR_BLIND" => Some(Self::OrBlind),
            "LOOKING_OR_BLIND_SPECIAL" => Some(Self::OrBlindSpecial),
            _ => None,
        }
    }
}
/// What happens when all others have passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum AllPass {
    Unspecified = 0,
    /// The dealer must call.
    DealerStuck = 1,
    /// The dealer may pass too; then hands are shown and the deal passes on.
    PassedOut = 2,
}
impl AllPass {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            AllPass::Unspecified => "ALL_PASS_UNSPECIFIED",
            AllPass::DealerStuck => "ALL_PASS_DEALER_STUCK",
            AllPass::PassedOut => "ALL_PASS_PASSED_OUT",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "ALL_PASS_UNSPECIFIED" => Some(Self::Unspecified),
            "ALL_PASS_DEALER_STUCK" => Some(Self::DealerStuck),
            "ALL_PASS_PASSED_OUT" => Some(Self::PassedOut),
            _ => None,
        }
    }
}
/// Whether the dealer may take over the standing call by equalling it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Steal {
    Unspecified = 0,
    Never = 1,
    /// Unless it is the highest.
    DealerEquals = 2,
}
impl Steal {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Steal::Unspecified => "STEAL_UNSPECIFIED",
            Steal::Never => "STEAL_NEVER",
            Steal::DealerEquals => "STEAL_DEALER_EQUALS",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "STEAL_UNSPECIFIED" => Some(Self::Unspecified),
            "STEAL_NEVER" => Some(Self::Never),
            "STEAL_DEALER_EQUALS" => Some(Self::DealerEquals),
            _ => None,
        }
    }
}
/// Whether a nine with another card of its suit forbids to pass and to call below nine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum ForcedNine {
    Unspecified = 0,
    No = 1,
    Binds = 2,
}
impl ForcedNine {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            ForcedNine::Unspecified => "FORCED_NINE_UNSPECIFIED",
            ForcedNine::No => "FORCED_NINE_NO",
            ForcedNine::Binds => "FORCED_NINE_BINDS",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "FORCED_NINE_UNSPECIFIED" => Some(Self::Unspecified),
            "FORCED_NINE_NO" => Some(Self::No),
            "FORCED_NINE_BINDS" => Some(Self::Binds),
            _ => None,
        }
    }
}
/// Whether a hand without A K Q J T 3 2 of any suit and joker may be shown for a redeal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Misdeal {
    Unspecified = 0,
    Never = 1,
    NoHonour = 2,
}
impl Misdeal {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Misdeal::Unspecified => "MISDEAL_UNSPECIFIED",
            Misdeal::Never => "MISDEAL_NEVER",
            Misdeal::NoHonour => "MISDEAL_NO_HONOUR",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "MISDEAL_UNSPECIFIED" => Some(Self::Unspecified),
            "MISDEAL_NEVER" => Some(Self::Never),
            "MISDEAL_NO_HONOUR" => Some(Self::NoHonour),
            _ => None,
        }
    }
}
/// What jokers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Jokers {
    Unspecified = 0,
    Trumps = 1,
    /// Of no suit: they follow nothing and never win.
    Suitless = 2,
    /// The same, and if one was led the other may always be played.
    SuitlessOverride = 3,
}
impl Jokers {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Jokers::Unspecified => "JOKERS_UNSPECIFIED",
            Jokers::Trumps => "JOKERS_TRUMPS",
            Jokers::Suitless => "JOKERS_SUITLESS",
            Jokers::SuitlessOverride => "JOKERS_SUITLESS_OVERRIDE",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "JOKERS_UNSPECIFIED" => Some(Self::Unspecified),
            "JOKERS_TRUMPS" => Some(Self::Trumps),
            "JOKERS_SUITLESS" => Some(Self::Suitless),
            "JOKERS_SUITLESS_OVERRIDE" => Some(Self::SuitlessOverride),
            _ => None,
        }
    }
}
/// Who plays with the pitcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Partner {
    Unspecified = 0,
    /// His side.
    Fixed = 1,
    /// The holder of a trump that he calls.
    Called = 2,
    /// The same, and that trump must be played to the first trick where that is legal.
    CalledAtOnce = 3,
}
impl Partner {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Partner::Unspecified => "PARTNER_UNSPECIFIED",
            Partner::Fixed => "PARTNER_FIXED",
            Partner::Called => "PARTNER_CALLED",
            Partner::CalledAtOnce => "PARTNER_CALLED_AT_ONCE",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "PARTNER_UNSPECIFIED" => Some(Self::Unspecified),
            "PARTNER_FIXED" => Some(Self::Fixed),
            "PARTNER_CALLED" => Some(Self::Called),
            "PARTNER_CALLED_AT_ONCE" => Some(Self::CalledAtOnce),
            _ => None,
        }
    }
}
/// Who leads to the first trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum FirstLeader {
    Unspecified = 0,
    Pitcher = 1,
    LeftOfPitcher = 2,
}
impl FirstLeader {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            FirstLeader::Unspecified => "FIRST_LEADER_UNSPECIFIED",
            FirstLeader::Pitcher => "FIRST_LEADER_PITCHER",
            FirstLeader::LeftOfPitcher => "FIRST_LEADER_LEFT_OF_PITCHER",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "FIRST_LEADER_UNSPECIFIED" => Some(Self::Unspecified),
            "FIRST_LEADER_PITCHER" => Some(Self::Pitcher),
            "FIRST_LEADER_LEFT_OF_PITCHER" => Some(Self::LeftOfPitcher),
            _ => None,
        }
    }
}
/// Which card takes a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Winning {
    Unspecified = 0,
    Highest = 1,
    Lowest = 2,
    /// The two of trumps, else the highest.
    TwoCaptures = 3,
}
impl Winning {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Winning::Unspecified => "WINNING_UNSPECIFIED",
            Winning::Highest => "WINNING_HIGHEST",
            Winning::Lowest => "WINNING_LOWEST",
            Winning::TwoCaptures => "WINNING_TWO_CAPTURES",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "WINNING_UNSPECIFIED" => Some(Self::Unspecified),
            "WINNING_HIGHEST" => Some(Self::Highest),
            "WINNING_LOWEST" => Some(Self::Lowest),
            "WINNING_TWO_CAPTURES" => Some(Self::TwoCaptures),
            _ => None,
        }
    }
}
/// Whether the pitcher may give the deal up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Folding {
    Unspecified = 0,
    Never = 1,
    BeforeALead = 2,
}
impl Folding {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Folding::Unspecified => "FOLDING_UNSPECIFIED",
            Folding::Never => "FOLDING_NEVER",
            Folding::BeforeALead => "FOLDING_BEFORE_A_LEAD",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "FOLDING_UNSPECIFIED" => Some(Self::Unspecified),
            "FOLDING_NEVER" => Some(Self::Never),
            "FOLDING_BEFORE_A_LEAD" => Some(Self::BeforeALead),
            _ => None,
        }
    }
}
/// Whom the points on burned cards count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Burned {
    Unspecified = 0,
    Nobody = 1,
    /// The other side or group.
    Others = 2,
}
impl Burned {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Burned::Unspecified => "BURNED_UNSPECIFIED",
            Burned::Nobody => "BURNED_NOBODY",
            Burned::Others => "BURNED_OTHERS",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "BURNED_UNSPECIFIED" => Some(Self::Unspecified),
            "BURNED_NOBODY" => Some(Self::Nobody),
            "BURNED_OTHERS" => Some(Self::Others),
            _ => None,
        }
    }
}
/// What a made call scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum MadeScores {
    Unspecified = 0,
    /// All that was taken.
    Taken = 1,
    /// The call, and one more if exactly that was taken.
    CallOneMoreIfExact = 2,
}
impl MadeScores {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            MadeScores::Unspecified => "MADE_SCORES_UNSPECIFIED",
            MadeScores::Taken => "MADE_SCORES_TAKEN",
            MadeScores::CallOneMoreIfExact => "MADE_SCORES_CALL_ONE_MORE_IF_EXACT",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "MADE_SCORES_UNSPECIFIED" => Some(Self::Unspecified),
            "MADE_SCORES_TAKEN" => Some(Self::Taken),
            "MADE_SCORES_CALL_ONE_MORE_IF_EXACT" => Some(Self::CallOneMoreIfExact),
            _ => None,
        }
    }
}
/// What a set costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum SetScores {
    Unspecified = 0,
    /// The call.
    MinusCall = 1,
    /// The score becomes -1, or one less if it was below zero.
    BelowZero = 2,
}
impl SetScores {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            SetScores::Unspecified => "SET_SCORES_UNSPECIFIED",
            SetScores::MinusCall => "SET_SCORES_MINUS_CALL",
            SetScores::BelowZero => "SET_SCORES_BELOW_ZERO",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "SET_SCORES_UNSPECIFIED" => Some(Self::Unspecified),
            "SET_SCORES_MINUS_CALL" => Some(Self::MinusCall),
            "SET_SCORES_BELOW_ZERO" => Some(Self::BelowZero),
            _ => None,
        }
    }
}
/// Who wins at the end of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Ending {
    Unspecified = 0,
    /// A side at the target that pitched the deal and made it.
    PitchedAndMade = 1,
    /// The same, but over the target.
    OverAndMade = 2,
    /// A side at the target; several: the pitching side if it made, else the highest.
    Reached = 3,
    /// A side at the target and so far ahead of every other.
    Ahead = 4,
    /// A side at the target; several: the pitching side, made or not, else the highest.
    PitcherFirst = 5,
    /// The only one at the target; several: the pitcher among them if he made it, else nobody yet.
    AloneOrMade = 6,
}
impl Ending {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Ending::Unspecified => "ENDING_UNSPECIFIED",
            Ending::PitchedAndMade => "ENDING_PITCHED_AND_MADE",
            Ending::OverAndMade => "ENDING_OVER_AND_MADE",
            Ending::Reached => "ENDING_REACHED",
            Ending::Ahead => "ENDING_AHEAD",
            Ending::PitcherFirst => "ENDING_PITCHER_FIRST",
            Ending::AloneOrMade => "ENDING_ALONE_OR_MADE",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "ENDING_UNSPECIFIED" => Some(Self::Unspecified),
            "ENDING_PITCHED_AND_MADE" => Some(Self::PitchedAndMade),
            "ENDING_OVER_AND_MADE" => Some(Self::OverAndMade),
            "ENDING_REACHED" => Some(Self::Reached),
            "ENDING_AHEAD" => Some(Self::Ahead),
            "ENDING_PITCHER_FIRST" => Some(Self::PitcherFirst),
            "ENDING_ALONE_OR_MADE" => Some(Self::AloneOrMade),
            _ => None,
        }
    }
}
/// What a special call must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Needs {
    Unspecified = 0,
    /// All the points of the sheet.
    Points = 1,
    /// Every trick.
    Tricks = 2,
    /// Both.
    PointsAndTricks = 3,
}
impl Needs {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Needs::Unspecified => "NEEDS_UNSPECIFIED",
            Needs::Points => "NEEDS_POINTS",
            Needs::Tricks => "NEEDS_TRICKS",
            Needs::PointsAndTricks => "NEEDS_POINTS_AND_TRICKS",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "NEEDS_UNSPECIFIED" => Some(Self::Unspecified),
            "NEEDS_POINTS" => Some(Self::Points),
            "NEEDS_TRICKS" => Some(Self::Tricks),
            "NEEDS_POINTS_AND_TRICKS" => Some(Self::PointsAndTricks),
            _ => None,
        }
    }
}
/// What a special call is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Stake {
    Unspecified = 0,
    /// Its points, won or lost.
    Points = 1,
    /// The game, won or lost.
    Game = 2,
    /// Made at 0 or more: up to the target, and the game; made below 0: the score becomes 0; failed: the game is lost.
    TargetOrGame = 3,
    /// The same, but failed its points are lost; a called partner scores what was taken.
    TargetOrSet = 4,
}
impl Stake {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Stake::Unspecified => "STAKE_UNSPECIFIED",
            Stake::Points => "STAKE_POINTS",
            Stake::Game => "STAKE_GAME",
            Stake::TargetOrGame => "STAKE_TARGET_OR_GAME",
            Stake::TargetOrSet => "STAKE_TARGET_OR_SET",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "STAKE_UNSPECIFIED" => Some(Self::Unspecified),
            "STAKE_POINTS" => Some(Self::Points),
            "STAKE_GAME" => Some(Self::Game),
            "STAKE_TARGET_OR_GAME" => Some(Self::TargetOrGame),
            "STAKE_TARGET_OR_SET" => Some(Self::TargetOrSet),
            _ => None,
        }
    }
}
/// How a finished game is settled in chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Settle {
    Unspecified = 0,
    Nothing = 1,
    /// Each loser pays a winner 1 and one more for each time his side was set.
    OnePlusSets = 2,
}
impl Settle {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Settle::Unspecified => "SETTLE_UNSPECIFIED",
            Settle::Nothing => "SETTLE_NOTHING",
            Settle::OnePlusSets => "SETTLE_ONE_PLUS_SETS",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "SETTLE_UNSPECIFIED" => Some(Self::Unspecified),
            "SETTLE_NOTHING" => Some(Self::Nothing),
            "SETTLE_ONE_PLUS_SETS" => Some(Self::OnePlusSets),
            _ => None,
        }
    }
}
/// Bot to referee.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct PlayRequest {
    /// In the first message only.
    #[prost(message, optional, tag="1")]
    pub join: ::core::option::Option<Join>,
    /// Answers to turns, in any order and any grouping.
    #[prost(message, repeated, tag="2")]
    pub choices: ::prost::alloc::vec::Vec<Choice>,
}
/// Referee to bot: a frame. Handle the fields in the order of their numbers.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct PlayResponse {
    /// In the first message only.
    #[prost(message, optional, tag="1")]
    pub welcome: ::core::option::Option<Welcome>,
    #[prost(message, repeated, tag="2")]
    pub starts: ::prost::alloc::vec::Vec<GameStart>,
    #[prost(message, repeated, tag="3")]
    pub turns: ::prost::alloc::vec::Vec<Turn>,
    #[prost(message, repeated, tag="4")]
    pub ends: ::prost::alloc::vec::Vec<GameEnd>,
    #[prost(message, repeated, tag="5")]
    pub notices: ::prost::alloc::vec::Vec<Notice>,
}
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Join {
    /// The one-time token from PITCH_ARENA_TOKEN.
    #[prost(string, tag="1")]
    pub token: ::prost::alloc::string::String,
    #[prost(string, tag="2")]
    pub name: ::prost::alloc::string::String,
    #[prost(string, tag="3")]
    pub version: ::prost::alloc::string::String,
    /// Protocol versions that the bot speaks; this file is version 1.
    #[prost(uint32, repeated, tag="4")]
    pub protocol_versions: ::prost::alloc::vec::Vec<u32>,
    /// The most games that the bot wants to play at once; 0 counts as 1.
    #[prost(uint32, tag="5")]
    pub capacity: u32,
    /// To take up a stream that broke: the session key of its welcome. Then the token is not looked at.
    #[prost(string, tag="6")]
    pub session_key: ::prost::alloc::string::String,
}
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Welcome {
    #[prost(uint32, tag="1")]
    pub protocol_version: u32,
    /// The games that will be played at once: at most the capacity of the bot.
    #[prost(uint32, tag="2")]
    pub capacity: u32,
    /// The games that this process will be asked to play in all.
    #[prost(uint32, tag="3")]
    pub games: u32,
    /// With it a stream that breaks may be taken up again; then there is a new one. Empty: it may not.
    #[prost(string, tag="4")]
    pub session_key: ::prost::alloc::string::String,
    /// How long after a break it may be.
    #[prost(uint32, tag="5")]
    pub rejoin_limit_ms: u32,
}
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct GameStart {
    /// Names the game on this stream. Says nothing of the other seats' ids.
    #[prost(uint32, tag="1")]
    pub game: u32,
    /// The seat of the bot, numbered clockwise from 0.
    #[prost(uint32, tag="2")]
    pub seat: u32,
    /// 16 bytes for the bot's own randomness, unrelated to the deals and to the other seats.
    #[prost(bytes="vec", tag="3")]
    pub bot_seed: ::prost::alloc::vec::Vec<u8>,
    #[prost(message, optional, tag="4")]
    pub sheet: ::core::option::Option<Sheet>,
    #[prost(message, optional, tag="5")]
    pub limits: ::core::option::Option<Limits>,
    /// Names of the entrants by seat; empty unless the organiser shows them.
    #[prost(string, repeated, tag="6")]
    pub names: ::prost::alloc::vec::Vec<::prost::alloc::string::String>,
}
/// 0 means no limit.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Limits {
    #[prost(uint32, tag="1")]
    pub move_limit_ms: u32,
    #[prost(uint32, tag="2")]
    pub start_limit_ms: u32,
    #[prost(uint32, tag="3")]
    pub grace_ms: u32,
    /// For all moves of a game together; 0: there is no bank.
    #[prost(uint32, tag="4")]
    pub bank_ms: u32,
    /// Added to the bank after each answer.
    #[prost(uint32, tag="5")]
    pub increment_ms: u32,
}
/// A decision that the bot owes. It needs no memory: `known` is all that counts, `legal` or `pick` all that is allowed.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Turn {
    #[prost(uint32, tag="1")]
    pub game: u32,
    /// Echo it in the answer. Unique in the game and never reused.
    #[prost(uint32, tag="2")]
    pub turn: u32,
    #[prost(enumeration="Ask", tag="3")]
    pub ask: i32,
    /// What the seat has come to see since its last turn of this game, in order.
    #[prost(message, repeated, tag="4")]
    pub events: ::prost::alloc::vec::Vec<Event>,
    /// Legal action codes in canonical order (docs/protocol.md); empty when `pick` is set.
    #[prost(uint32, repeated, tag="5")]
    pub legal: ::prost::alloc::vec::Vec<u32>,
    /// The choice of a set of cards.
    #[prost(message, optional, tag="6")]
    pub pick: ::core::option::Option<Pick>,
    #[prost(message, optional, tag="7")]
    pub known: ::core::option::Option<Snapshot>,
    /// The time left for this answer; 0 without a clock.
    #[prost(uint32, tag="8")]
    pub time_left_ms: u32,
    /// What is left of the bank of this game; 0 without a bank.
    #[prost(uint32, tag="9")]
    pub bank_left_ms: u32,
}
/// Answer with all of `fixed` plus between `least` and `most` cards of `choose_from`.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Pick {
    #[prost(bytes="vec", tag="1")]
    pub fixed: ::prost::alloc::vec::Vec<u8>,
    #[prost(bytes="vec", tag="2")]
    pub choose_from: ::prost::alloc::vec::Vec<u8>,
    #[prost(uint32, tag="3")]
    pub least: u32,
    #[prost(uint32, tag="4")]
    pub most: u32,
}
/// The answer to a turn.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Choice {
    #[prost(uint32, tag="1")]
    pub game: u32,
    #[prost(uint32, tag="2")]
    pub turn: u32,
    /// One of `legal`; 0 (and unused) where `pick` was offered.
    #[prost(uint32, tag="3")]
    pub action: u32,
    /// The chosen cards where `pick` was offered.
    #[prost(bytes="vec", tag="4")]
    pub cards: ::prost::alloc::vec::Vec<u8>,
}
/// What happened. `seat` is who did it, or whom it concerns; `value` and `cards` depend on the kind.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Event {
    #[prost(enumeration="EventKind", tag="1")]
    pub kind: i32,
    #[prost(uint32, tag="2")]
    pub seat: u32,
    #[prost(sint32, tag="3")]
    pub value: i32,
    #[prost(bytes="vec", tag="4")]
    pub cards: ::prost::alloc::vec::Vec<u8>,
}
/// What the seat knows at a turn, beside the sheet.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Snapshot {
    /// The number of the deal in the game, from 0.
    #[prost(uint32, tag="1")]
    pub deal: u32,
    #[prost(uint32, tag="2")]
    pub dealer: u32,
    /// The seat's own cards.
    #[prost(bytes="vec", tag="3")]
    pub hand: ::prost::alloc::vec::Vec<u8>,
    /// Cards held by each seat.
    #[prost(bytes="vec", tag="4")]
    pub hand_sizes: ::prost::alloc::vec::Vec<u8>,
    /// The last action code in the auction of each seat; 0: it has not spoken.
    #[prost(uint32, repeated, tag="5")]
    pub calls: ::prost::alloc::vec::Vec<u32>,
    /// The standing call, then the contract; 0: none yet.
    #[prost(uint32, tag="6")]
    pub call: u32,
    /// Who made that call, plus 1; 0: nobody yet.
    #[prost(uint32, tag="7")]
    pub pitcher_plus_1: u32,
    /// The suit of trump plus 1 (1 clubs, 2 diamonds, 3 hearts, 4 spades); 0: not known yet.
    #[prost(uint32, tag="8")]
    pub trump_plus_1: u32,
    #[prost(uint32, tag="9")]
    pub sub_trump_plus_1: u32,
    /// The cards of the running trick and who played them, in order.
    #[prost(bytes="vec", tag="10")]
    pub trick: ::prost::alloc::vec::Vec<u8>,
    #[prost(bytes="vec", tag="11")]
    pub trick_seats: ::prost::alloc::vec::Vec<u8>,
    /// Cards won in tricks, by side.
    #[prost(bytes="vec", repeated, tag="12")]
    pub taken: ::prost::alloc::vec::Vec<::prost::alloc::vec::Vec<u8>>,
    /// Cards out of play that this seat has seen: thrown face up, burned, its own throws and cards laid aside, those it saw
    /// in a search or was shown and left, those of dead tricks. Where thrown cards may be searched, one may come back.
    #[prost(bytes="vec", tag="13")]
    pub gone: ::prost::alloc::vec::Vec<u8>,
    /// By side.
    #[prost(sint32, repeated, tag="14")]
    pub scores: ::prost::alloc::vec::Vec<i32>,
    /// The number of cards left in the stock.
    #[prost(uint32, tag="15")]
    pub stock: u32,
    /// Seats that have looked at their hands, where a sheet lets them bid blind.
    #[prost(bytes="vec", tag="16")]
    pub looked: ::prost::alloc::vec::Vec<u8>,
    /// The called card, whose holder is the partner; empty: none is called.
    #[prost(bytes="vec", tag="17")]
    pub called: ::prost::alloc::vec::Vec<u8>,
    /// Who has played the called card, plus 1; 0: not known yet.
    #[prost(uint32, tag="18")]
    pub partner_plus_1: u32,
    /// The forfeited card that is to be taken or left.
    #[prost(bytes="vec", tag="19")]
    pub offered: ::prost::alloc::vec::Vec<u8>,
    /// The card that this seat forfeited.
    #[prost(bytes="vec", tag="20")]
    pub forfeited: ::prost::alloc::vec::Vec<u8>,
    /// Seats that are out for the rest of the deal, with cards in hand.
    #[prost(bytes="vec", tag="21")]
    pub up: ::prost::alloc::vec::Vec<u8>,
}
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct GameEnd {
    #[prost(uint32, tag="1")]
    pub game: u32,
    /// What the seat has come to see since its last turn.
    #[prost(message, repeated, tag="2")]
    pub events: ::prost::alloc::vec::Vec<Event>,
    /// By side.
    #[prost(sint32, repeated, tag="3")]
    pub scores: ::prost::alloc::vec::Vec<i32>,
    /// The sides that won; more than one: a draw between them.
    #[prost(bytes="vec", tag="4")]
    pub winners: ::prost::alloc::vec::Vec<u8>,
    #[prost(enumeration="GameEndReason", tag="5")]
    pub reason: i32,
}
/// Something went wrong, and what was done about it.
#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Notice {
    #[prost(enumeration="NoticeCode", tag="1")]
    pub code: i32,
    #[prost(uint32, tag="2")]
    pub game: u32,
    #[prost(uint32, tag="3")]
    pub turn: u32,
    /// For the bot's log.
    #[prost(string, tag="4")]
    pub text: ::prost::alloc::string::String,
}
/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum Ask {
    Unspecified = 0,
    /// Look at the hand, or bid blind.
    Look = 1,
    /// Pass or call.
    Call = 2,
    /// Declare trump (and the sub-trump).
    Declare = 3,
    /// Name the suit of the card that was led.
    NameSuit = 4,
    /// Call a card; its holder is the partner.
    CallPartner = 5,
    /// A set of cards to throw.
    Throw = 6,
    /// A set of trumps to burn.
    Burn = 7,
    /// A set of plain cards to keep.
    Keep = 8,
    /// A set of cards to take from the stock.
    Search = 9,
    /// Keep the widow, or hand it on unseen.
    Widow = 10,
    /// Take or leave the forfeited card that is shown.
    Take = 11,
    /// Before another player's lead: play on, or give the game up.
    PlayOn = 12,
    /// Play a card.
    Play = 13,
}
impl Ask {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Ask::Unspecified => "ASK_UNSPECIFIED",
            Ask::Look => "ASK_LOOK",
            Ask::Call => "ASK_CALL",
            Ask::Declare => "ASK_DECLARE",
            Ask::NameSuit => "ASK_NAME_SUIT",
            Ask::CallPartner => "ASK_CALL_PARTNER",
            Ask::Throw => "ASK_THROW",
            Ask::Burn => "ASK_BURN",
            Ask::Keep => "ASK_KEEP",
            Ask::Search => "ASK_SEARCH",
            Ask::Widow => "ASK_WIDOW",
            Ask::Take => "ASK_TAKE",
            Ask::PlayOn => "ASK_PLAY_ON",
            Ask::Play => "ASK_PLAY",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "ASK_UNSPECIFIED" => Some(Self::Unspecified),
            "ASK_LOOK" => Some(Self::Look),
            "ASK_CALL" => Some(Self::Call),
            "ASK_DECLARE" => Some(Self::Declare),
            "ASK_NAME_SUIT" => Some(Self::NameSuit),
            "ASK_CALL_PARTNER" => Some(Self::CallPartner),
            "ASK_THROW" => Some(Self::Throw),
            "ASK_BURN" => Some(Self::Burn),
            "ASK_KEEP" => Some(Self::Keep),
            "ASK_SEARCH" => Some(Self::Search),
            "ASK_WIDOW" => Some(Self::Widow),
            "ASK_TAKE" => Some(Self::Take),
            "ASK_PLAY_ON" => Some(Self::PlayOn),
            "ASK_PLAY" => Some(Self::Play),
            _ => None,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum EventKind {
    Unspecified = 0,
    /// A deal begins. seat: the dealer; value: its number in the game, from 0.
    Deal = 1,
    /// Private. Cards that come to the seat's hand from the deal. cards.
    Hand = 2,
    /// The seat looked at its hand (value 1) or bids blind (value 0).
    Look = 3,
    /// value: the action code of the pass or call.
    Call = 4,
    /// The auction ended. seat: the pitcher; value: the action code of the call, or 64 (pass) when all passed.
    Contract = 5,
    /// Trump is known. seat: who made it; value: the action code (80 + suit, or 96 + 4 * trump + sub-trump).
    Trump = 6,
    /// seat: the pitcher; cards: the called card.
    PartnerCalled = 7,
    /// value: the number thrown; cards: which, where they are shown.
    Throw = 8,
    /// Private. cards: what the seat threw face down.
    OwnThrow = 9,
    /// value: the number drawn.
    Draw = 10,
    /// Private. cards: what the seat drew.
    OwnDraw = 11,
    /// The widow goes to the seat. value: its size.
    Widow = 12,
    /// Plain cards laid aside face down. value: their number.
    Aside = 13,
    /// Private. cards: what the seat laid aside.
    OwnAside = 14,
    /// cards: trumps burned, shown to all.
    Burn = 15,
    /// cards: the card played; value: 1 when it begins a trick.
    Play = 16,
    /// seat: the winner of the trick; value: its number in the deal, from 0.
    Trick = 17,
    /// seat: the pitcher. value: 0 plays on, 1 gives the game up.
    Fold = 18,
    /// seat: a seat of the side that took the point; value: the index of the point in the sheet's list. No event: nobody took it.
    Point = 19,
    /// The deal is scored. seat: the pitcher; value: 1 made, 0 set, -1 passed out.
    Scored = 20,
    /// The score of a side after the deal. seat: the side's first seat; value: the score.
    Score = 21,
    /// The game is over for the side. seat: the side's first seat; value: 1 won, 0 lost, 2 drawn.
    Result = 22,
    /// Cards that a seat shows (a misdeal, or all having passed). cards.
    Show = 23,
    /// The seat loses cards by lot, out of play. value: their number.
    Forfeit = 24,
    /// Private. cards: what the seat lost.
    OwnForfeit = 25,
    /// Private to the pitcher. A forfeited card is shown to him. seat: whose it was; cards.
    Offer = 26,
    /// What the pitcher did with it. seat: whose it was; value: 1 taken, 0 left.
    TakeOrLeave = 27,
    /// Private. The seat looks through a pile. value: 0 the stock, 1 the thrown cards; cards: the pile.
    Search = 28,
    /// Nobody wins the trick. seat: who led it, and leads again; value: its number in the deal, from 0.
    DeadTrick = 29,
}
impl EventKind {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            EventKind::Unspecified => "EVENT_KIND_UNSPECIFIED",
            EventKind::Deal => "EVENT_KIND_DEAL",
            EventKind::Hand => "EVENT_KIND_HAND",
            EventKind::Look => "EVENT_KIND_LOOK",
            EventKind::Call => "EVENT_KIND_CALL",
            EventKind::Contract => "EVENT_KIND_CONTRACT",
            EventKind::Trump => "EVENT_KIND_TRUMP",
            EventKind::PartnerCalled => "EVENT_KIND_PARTNER_CALLED",
            EventKind::Throw => "EVENT_KIND_THROW",
            EventKind::OwnThrow => "EVENT_KIND_OWN_THROW",
            EventKind::Draw => "EVENT_KIND_DRAW",
            EventKind::OwnDraw => "EVENT_KIND_OWN_DRAW",
            EventKind::Widow => "EVENT_KIND_WIDOW",
            EventKind::Aside => "EVENT_KIND_ASIDE",
            EventKind::OwnAside => "EVENT_KIND_OWN_ASIDE",
            EventKind::Burn => "EVENT_KIND_BURN",
            EventKind::Play => "EVENT_KIND_PLAY",
            EventKind::Trick => "EVENT_KIND_TRICK",
            EventKind::Fold => "EVENT_KIND_FOLD",
            EventKind::Point => "EVENT_KIND_POINT",
            EventKind::Scored => "EVENT_KIND_SCORED",
            EventKind::Score => "EVENT_KIND_SCORE",
            EventKind::Result => "EVENT_KIND_RESULT",
            EventKind::Show => "EVENT_KIND_SHOW",
            EventKind::Forfeit => "EVENT_KIND_FORFEIT",
            EventKind::OwnForfeit => "EVENT_KIND_OWN_FORFEIT",
            EventKind::Offer => "EVENT_KIND_OFFER",
            EventKind::TakeOrLeave => "EVENT_KIND_TAKE_OR_LEAVE",
            EventKind::Search => "EVENT_KIND_SEARCH",
            EventKind::DeadTrick => "EVENT_KIND_DEAD_TRICK",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "EVENT_KIND_UNSPECIFIED" => Some(Self::Unspecified),
            "EVENT_KIND_DEAL" => Some(Self::Deal),
            "EVENT_KIND_HAND" => Some(Self::Hand),
            "EVENT_KIND_LOOK" => Some(Self::Look),
            "EVENT_KIND_CALL" => Some(Self::Call),
            "EVENT_KIND_CONTRACT" => Some(Self::Contract),
            "EVENT_KIND_TRUMP" => Some(Self::Trump),
            "EVENT_KIND_PARTNER_CALLED" => Some(Self::PartnerCalled),
            "EVENT_KIND_THROW" => Some(Self::Throw),
            "EVENT_KIND_OWN_THROW" => Some(Self::OwnThrow),
            "EVENT_KIND_DRAW" => Some(Self::Draw),
            "EVENT_KIND_OWN_DRAW" => Some(Self::OwnDraw),
            "EVENT_KIND_WIDOW" => Some(Self::Widow),
            "EVENT_KIND_ASIDE" => Some(Self::Aside),
            "EVENT_KIND_OWN_ASIDE" => Some(Self::OwnAside),
            "EVENT_KIND_BURN" => Some(Self::Burn),
            "EVENT_KIND_PLAY" => Some(Self::Play),
            "EVENT_KIND_TRICK" => Some(Self::Trick),
            "EVENT_KIND_FOLD" => Some(Self::Fold),
            "EVENT_KIND_POINT" => Some(Self::Point),
            "EVENT_KIND_SCORED" => Some(Self::Scored),
            "EVENT_KIND_SCORE" => Some(Self::Score),
            "EVENT_KIND_RESULT" => Some(Self::Result),
            "EVENT_KIND_SHOW" => Some(Self::Show),
            "EVENT_KIND_FORFEIT" => Some(Self::Forfeit),
            "EVENT_KIND_OWN_FORFEIT" => Some(Self::OwnForfeit),
            "EVENT_KIND_OFFER" => Some(Self::Offer),
            "EVENT_KIND_TAKE_OR_LEAVE" => Some(Self::TakeOrLeave),
            "EVENT_KIND_SEARCH" => Some(Self::Search),
            "EVENT_KIND_DEAD_TRICK" => Some(Self::DeadTrick),
            _ => None,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum GameEndReason {
    Unspecified = 0,
    /// Played to its end.
    Finished = 1,
    /// This seat forfeited the game by its faults.
    Forfeited = 2,
    /// Called off: counts for nobody.
    Void = 3,
}
impl GameEndReason {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            GameEndReason::Unspecified => "GAME_END_REASON_UNSPECIFIED",
            GameEndReason::Finished => "GAME_END_REASON_FINISHED",
            GameEndReason::Forfeited => "GAME_END_REASON_FORFEITED",
            GameEndReason::Void => "GAME_END_REASON_VOID",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "GAME_END_REASON_UNSPECIFIED" => Some(Self::Unspecified),
            "GAME_END_REASON_FINISHED" => Some(Self::Finished),
            "GAME_END_REASON_FORFEITED" => Some(Self::Forfeited),
            "GAME_END_REASON_VOID" => Some(Self::Void),
            _ => None,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum NoticeCode {
    Unspecified = 0,
    /// No answer in time: the house played for the seat.
    Late = 1,
    /// Not a legal action: the house played for the seat.
    Illegal = 2,
    /// The answer could not be read: the house played for the seat.
    Malformed = 3,
    /// An answer to a turn that is no longer open; dropped.
    Stale = 4,
    /// An answer to a game or turn that never was; dropped.
    Unknown = 5,
    /// The seat has forfeited the game; the house plays it on.
    Forfeit = 6,
}
impl NoticeCode {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            NoticeCode::Unspecified => "NOTICE_CODE_UNSPECIFIED",
            NoticeCode::Late => "NOTICE_CODE_LATE",
            NoticeCode::Illegal => "NOTICE_CODE_ILLEGAL",
            NoticeCode::Malformed => "NOTICE_CODE_MALFORMED",
            NoticeCode::Stale => "NOTICE_CODE_STALE",
            NoticeCode::Unknown => "NOTICE_CODE_UNKNOWN",
            NoticeCode::Forfeit => "NOTICE_CODE_FORFEIT",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "NOTICE_CODE_UNSPECIFIED" => Some(Self::Unspecified),
            "NOTICE_CODE_LATE" => Some(Self::Late),
            "NOTICE_CODE_ILLEGAL" => Some(Self::Illegal),
            "NOTICE_CODE_MALFORMED" => Some(Self::Malformed),
            "NOTICE_CODE_STALE" => Some(Self::Stale),
            "NOTICE_CODE_UNKNOWN" => Some(Self::Unknown),
            "NOTICE_CODE_FORFEIT" => Some(Self::Forfeit),
            _ => None,
        }
    }
}
